"""A database or a queue that is not in the data folder: told, and tried before anything starts.

The variables may be left over from another project.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import redis
from django.conf import settings
from django.db import Error

from imhotep_site.environment import env, without_password
from imhotep_site.reaching import tables, why
from imhotep_site.supervisor.refusal import CannotServe

OURS: Final = "games_game"
"""A table that a database of this site has."""
PATIENCE: Final = 5.0
LEAVE_OUT: Final = "Leave the variable out to have it in the data folder"


def told() -> Iterator[str]:
    """A sentence for each. Raises ``CannotServe`` if one does not answer, or is another's."""
    if said := env.str("DATABASE_URL"):
        shown = without_password(said)
        _try_database(shown)
        yield f"The database is not in that folder: DATABASE_URL names {shown}"
    if said := env.str("REDIS_URL"):
        shown = without_password(said)
        _try_queue(shown)
        yield f"The queue is not in that folder: REDIS_URL names {shown}"


def _try_database(shown: str) -> None:
    try:
        found = tables()
    except (Error, OSError) as error:
        raise CannotServe(
            f"DATABASE_URL is {shown!r}: the database does not answer ({why(error)}). {LEAVE_OUT}."
        ) from None
    if found and OURS not in found:
        raise CannotServe(
            f"DATABASE_URL is {shown!r}: there are tables of another program ({min(found)}, …). "
            f"Name a database of its own. {LEAVE_OUT}."
        )


def _try_queue(shown: str) -> None:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        raise CannotServe(
            f"REDIS_URL is {shown!r}: no Redis or Valkey answers ({why(error)}). {LEAVE_OUT}."
        ) from None
