"""The old name of ``engine.analysis``, for one release: ``python -m analysis``."""

import sys
import warnings

from engine.analysis import *  # noqa: F403
from engine.analysis.__main__ import main

if __name__ == "__main__":
    print("python -m analysis is now python -m engine.analysis", file=sys.stderr)
    sys.exit(main())
warnings.warn("analysis is now engine.analysis", DeprecationWarning, stacklevel=2)
