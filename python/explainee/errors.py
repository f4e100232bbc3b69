"""What can go wrong, and what a reader should know."""

from __future__ import annotations

import re
import sys
import warnings

__all__ = ["DataError", "ExplaineeError", "ExplainerWarning", "InternalError", "UsageError"]

_OPTION = re.compile(r"--([a-z][a-z-]+)(?: (drop\b|error\b|greedy\b|exact\b|lasso\b|\w+=[\w,.]+\w))?")


_PHRASES = {
    "is missing;": "is missing (NaN);",
    "read it so with --categories": "make it text:",
    "read it so with --numbers": "make it numbers:",
    "a moments file has none": "moments have none",
}


def in_python(text: str) -> str:
    """The core speaks of options as the command line writes them; the same as keyword arguments.

    >>> in_python("fill it in, or use --missing drop")
    "fill it in, or use missing='drop'"
    """

    def keyword(found: re.Match[str]) -> str:
        name = found[1].replace("-", "_")
        name = "lambda_" if name == "lambda" else name
        return f"{name}='{found[2]}'" if found[2] else name

    for words, plain in _PHRASES.items():
        text = text.replace(words, plain)
    return _OPTION.sub(keyword, text)


class ExplaineeError(Exception):
    """Base of all errors; ``code`` is a stable name such as ``'missing_cell'``, ``where`` says where it happened."""

    def __init__(self, message: str, where: str = "", code: str = "bad_option") -> None:
        super().__init__(message, where, code)
        self.where = where
        self.code = code

    def __str__(self) -> str:
        message = in_python(self.args[0])
        return f"{self.where}: {message}" if self.where else message


class UsageError(ExplaineeError, ValueError):
    """The call asks for something that cannot be: an unknown column, a number out of its range."""


class DataError(ExplaineeError, ValueError):
    """The data are unfit: missing cells, too few rows, text where numbers are needed."""


class InternalError(ExplaineeError, RuntimeError):
    """Our fault; please report it."""


def warn(message: str, code: str) -> None:
    """Warns whoever called the package."""
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    warnings.warn(ExplainerWarning(message, code), stacklevel=level)


class ExplainerWarning(UserWarning):
    """Something the reader of an explanation should know; ``code`` is a stable name."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message, code)
        self.code = code

    def __str__(self) -> str:
        return in_python(self.args[0])
