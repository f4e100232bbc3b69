"""What can go wrong, and what a reader should know."""

from __future__ import annotations

import sys
import warnings

from ._printable import printable

__all__ = ["DataError", "ExplaineeError", "ExplainerWarning", "InternalError", "UsageError"]


class ExplaineeError(Exception):
    """Base of all errors; ``code`` is a stable name such as ``'missing_cell'``, ``where`` says where it happened.

    Names and cells in it are printable: what cannot be seen is written ``\\u{202e}``.
    """

    def __init__(self, message: str, where: str = "", code: str = "bad_option") -> None:
        message, where = printable(message), printable(where)
        super().__init__(message, where, code)
        self.where = where
        self.code = code

    def __str__(self) -> str:
        return f"{self.where}: {self.args[0]}" if self.where else self.args[0]


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
        super().__init__(printable(message), code)
        self.code = code

    def __str__(self) -> str:
        return self.args[0]
