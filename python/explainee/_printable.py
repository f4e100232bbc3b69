"""Foreign text as it can be shown on a line, and as the core can take it."""

from __future__ import annotations

import json

from . import _core

__all__ = ["escaped_json", "is_utf8", "printable"]


def printable(text: str) -> str:
    """The text with what cannot be seen written out, as the core does it: ``\\u{202e}``; lone surrogates too."""
    if text.isascii() and text.isprintable():
        return text
    return _core.printable(text.encode("utf-8", "surrogatepass"))


def is_utf8(text: str) -> bool:
    """Whether the core can take it: halves of surrogate pairs are no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def escaped_json(text: str) -> str:
    """A JSON text on one line with what cannot be seen in \\u escapes: the same value."""
    if printable(text) == text:
        return text
    return "".join(c if printable(c) == c else json.dumps(c)[1:-1] for c in text)
