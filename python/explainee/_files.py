"""Files that appear whole or not at all."""

from __future__ import annotations

import os

from .errors import DataError, UsageError

__all__ = ["read_whole", "write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """The file appears whole or not at all."""
    import tempfile  # slow to load, and rarely needed

    folder, name = os.path.split(os.fspath(path))
    try:
        handle, temporary = tempfile.mkstemp(dir=folder or ".", prefix=f".{name}.")
    except OSError as problem:
        raise UsageError(f"cannot write here: {problem.strerror}", str(path), "unwritable_output") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except OSError as problem:
        os.unlink(temporary)
        raise UsageError(f"cannot write here: {problem.strerror}", str(path), "unwritable_output") from None


def read_whole(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise UsageError("there is no such file", str(path), "no_such_file") from None
    except OSError as problem:
        raise DataError(f"cannot be read: {problem.strerror}", str(path), "unreadable_file") from None
