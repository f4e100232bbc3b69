"""Files that appear whole or not at all."""

from __future__ import annotations

import os

from .errors import DataError, UsageError

__all__ = ["read_whole", "write_whole"]


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """The file appears whole or not at all."""
    folder, name = os.path.split(os.fspath(path))
    temporary = os.path.join(folder, f".{name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except UnicodeEncodeError:
        raise UsageError("no file can have this name", str(path), "unwritable_output") from None
    except OSError as problem:
        raise UsageError(f"cannot write here: {problem.strerror}", str(path), "unwritable_output") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException as problem:
        os.unlink(temporary)
        if not isinstance(problem, OSError):
            raise
        raise UsageError(f"cannot write here: {problem.strerror}", str(path), "unwritable_output") from None


def read_whole(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, UnicodeEncodeError):
        raise UsageError("there is no such file", str(path), "no_such_file") from None
    except OSError as problem:
        raise DataError(f"cannot be read: {problem.strerror}", str(path), "unreadable_file") from None
