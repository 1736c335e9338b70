"""The game as an environment for agents that learn.

``numbering`` and ``observation`` need Python alone: numbers of actions, and of what a seat sees.
``aec`` has the environment of PettingZoo and needs that package:

    from engine.environment.aec import env
"""

from engine.environment.numbering import NUMBERING, Numbering, numbering
from engine.environment.observation import OBSERVATION, observe

__all__ = ["NUMBERING", "OBSERVATION", "Numbering", "numbering", "observe"]
