"""The former place of ``engine.entries``; nothing new imports it."""

from engine.entries import *  # noqa: F403
