"""Files that appear whole or not at all."""

from __future__ import annotations

import os

from . import _core
from .errors import DataError, UsageError

__all__ = ["read_whole", "write_both", "write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """The file appears whole or not at all."""
    _core.write_file(_place(path), content, _shown(path))


def write_both(
    first: str | os.PathLike[str], first_content: bytes, second: str | os.PathLike[str], second_content: bytes
) -> None:
    """Both files appear whole, or neither."""
    _core.write_both(_place(first), first_content, _place(second), second_content, _shown(second))


def _place(path: str | os.PathLike[str]) -> bytes:
    try:
        place = os.fsencode(path)
    except UnicodeEncodeError:
        place = b"\0"
    if b"\0" in place:
        raise UsageError("no file can have this name", str(path), "unwritable_output")
    return place


def _shown(path: str | os.PathLike[str]) -> str:
    return str(path).encode(errors="replace").decode()


def read_whole(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, UnicodeEncodeError):
        raise UsageError("there is no such file", str(path), "no_such_file") from None
    except OSError as problem:
        raise DataError(f"cannot be read: {problem.strerror}", str(path), "unreadable_file") from None
