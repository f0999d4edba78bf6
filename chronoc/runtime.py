"""The interpreter, for those who know the project by one name: `chronoc.runtime` is `runtime`.

Programs that only play should depend on `runtime` alone; it needs nothing but the standard library.
"""

from runtime import *  # noqa: F403
from runtime import __all__ as __all__
