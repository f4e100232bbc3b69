"""A request as a JSON document (explainee.request.v1): the same that ``explainee explain --request`` reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import _core
from ._printable import is_utf8, printable
from .errors import UsageError

__all__ = ["did_you_mean", "read_request"]


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that is not known; empty when no other is near."""
    return _core.did_you_mean(printable(written), list(known))


def read_request(request: Any) -> dict[str, Any]:
    """The keyword arguments that a document means: its text, a dictionary, or the path of a file."""
    if isinstance(request, Mapping):
        try:
            return _core.read_request(json.dumps(request), "")
        except (TypeError, ValueError) as problem:
            if isinstance(problem, UsageError):
                raise
            raise UsageError(f"the request is no JSON: {problem}") from None
    if isinstance(request, str) and not is_utf8(request):
        raise UsageError(f"the request '{request}' cannot be written as UTF-8")
    if isinstance(request, str) and request.lstrip().startswith("{"):
        return _core.read_request(request, "")
    if isinstance(request, str) and not request.strip():
        raise UsageError("the request is empty: give a JSON text, a dictionary or a path")
    if not isinstance(request, (str, os.PathLike)):
        raise UsageError(f"{request!r} is no request: give a JSON text, a dictionary or a path")
    try:
        text = Path(request).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UsageError(f"it cannot be read: {problem}", str(request), "no_such_file") from None
    return _core.read_request(text, str(request))
