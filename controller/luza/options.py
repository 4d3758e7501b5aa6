"""Kinds of option values that several commands have, for argparse."""

from __future__ import annotations

import argparse


def speed(text: str) -> float:
    """How many table seconds pass in one: a number above zero."""
    number = float(text)
    if not 0 < number <= 1000:
        raise argparse.ArgumentTypeError("write a number above 0, at most 1000")
    return number
