"""Two robot players and their referee, who know the rules and are clients of the table's MQTT contract."""
