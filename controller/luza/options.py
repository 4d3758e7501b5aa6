"""Kinds of option values that several commands have, for argparse."""

from __future__ import annotations

import argparse
import os


def speed(text: str) -> float:
    """How many table seconds pass in one: a number above zero."""
    number = float(text)
    if not 0 < number <= 1000:
        raise argparse.ArgumentTypeError("write a number above 0, at most 1000")
    return number


def spoken() -> str:
    """The system's language where Luza speaks it, else English."""
    lang = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "ru" if lang.lower().startswith("ru") else "en"
