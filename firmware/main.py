"""What a board runs when it is powered: copied onto it as main.py."""

from luza_node.main import run

run()
