"""Clashes of the parts of an assembly: which touch, penetrate, enclose or repeat another.

Kinds in rising order: ``NEAR`` (closer than the clearance), ``TOUCHING`` (within the tolerance),
``HARD`` (deeper, or surfaces that cross), ``ENCLOSED`` (one wholly inside the other), ``DUPLICATE``
(at the same place).
"""

from __future__ import annotations

from ._barycast import Assembly
from ._results import Clashes

__all__ = ["DUPLICATE", "ENCLOSED", "HARD", "NEAR", "TOUCHING", "Assembly", "Clashes"]

NEAR, TOUCHING, HARD, ENCLOSED, DUPLICATE = range(5)
