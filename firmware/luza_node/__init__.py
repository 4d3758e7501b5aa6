"""What runs on a sensor board, and the wire format that board and host share (firmware/PROTOCOL.md)."""
