"""What Ctrl-C during a search means: the best found, and where it is pressed again, an end."""

from __future__ import annotations

import time
from typing import Any

from . import _core
from .errors import UsageError

__all__ = ["AGAIN_SECONDS", "check_choice", "obey"]

AGAIN_SECONDS = 10.0  # a Ctrl-C that comes so soon after one that was answered with the best found is meant for more
_CHOICES = ("best", "raise")


class _Last:
    """When Ctrl-C was last answered with the best found, in this process."""

    moment = -float("inf")


def check_choice(on_interrupt: Any) -> None:
    if on_interrupt not in _CHOICES:
        raise UsageError(f"on_interrupt: {on_interrupt!r} is none of {', '.join(_CHOICES)}")


def obey(answer: _core.Answer, on_interrupt: str) -> None:
    """Raises KeyboardInterrupt where Ctrl-C stopped the search and the best found is not what was meant."""
    if not answer.stopped:
        return
    now = time.monotonic()
    before, _Last.moment = _Last.moment, now
    if on_interrupt == "raise" or now - before < AGAIN_SECONDS:
        _Last.moment = -float("inf")  # it was heard: whoever catches it begins anew
        raise KeyboardInterrupt
