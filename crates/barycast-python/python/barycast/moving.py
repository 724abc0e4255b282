"""Worlds of moving bodies, with events when they touch.

``ENTER``: two bodies touch, and did not in the step before; ``STAY``: they touch, and did;
``EXIT``: they did, and do not. ``NONE`` is the handle of no body.
"""

from __future__ import annotations

from ._barycast import World
from ._results import Events

__all__ = ["ENTER", "EXIT", "NONE", "STAY", "Events", "World"]

ENTER, STAY, EXIT = range(3)
NONE = 2**64 - 1
