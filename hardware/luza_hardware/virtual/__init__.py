"""A pyramid table of numbers: balls moved by physics, sensors that see them, boards that speak the real wire format.

`VirtualTable` knows balls, cushions, pockets and sensors, and nothing of the rules. It is the demo's table and the
tests' bench: a stroke gives both what the sensors say (hits) and what really happened (a stroke of the match log).
"""

from luza_hardware.virtual.bed import Ball, Bed, Pocket
from luza_hardware.virtual.boards import VirtualBoards
from luza_hardware.virtual.motion import Motion, Shot
from luza_hardware.virtual.table import Stroke, VirtualTable

__all__ = ["Ball", "Bed", "Motion", "Pocket", "Shot", "Stroke", "VirtualBoards", "VirtualTable"]
