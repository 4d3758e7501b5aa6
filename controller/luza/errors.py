"""Errors that are told to a person in one line, without a traceback."""

from __future__ import annotations


class UserError(Exception):
    """Something a user gave or asked can't be used: the text names the place and what would be right. Exit status 2."""
