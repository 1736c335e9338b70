"""A database or queue outside of the data folder: announced, and tried before anything starts.

The variables may be left over from another project.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import redis
from django.conf import settings
from django.db import Error

from imhotep_site.db_ping import first_line, table_names
from imhotep_site.settings import variables
from imhotep_site.settings.addresses import without_password
from imhotep_site.supervisor.refusal import CannotServe

OWN_TABLE: Final = "games_game"
"""A table that every database of this site has."""
PATIENCE: Final = 5.0
LEAVE_OUT: Final = "Leave the variable out to have it in the data folder"


def announce_external() -> Iterator[str]:
    """A sentence each. Raises ``CannotServe`` if one does not answer, or is another program's."""
    if url := variables.DATABASE_URL:
        _try_database(without_password(url))
        yield f"The database is not in that folder: DATABASE_URL names {without_password(url)}"
    if url := variables.REDIS_URL:
        _try_queue(without_password(url))
        yield f"The queue is not in that folder: REDIS_URL names {without_password(url)}"


def _try_database(url: str) -> None:
    try:
        tables = table_names()
    except (Error, OSError) as error:
        raise CannotServe(
            f"DATABASE_URL is {url!r}: the database does not answer ({first_line(error)}). "
            f"{LEAVE_OUT}."
        ) from None
    if tables and OWN_TABLE not in tables:
        raise CannotServe(
            f"DATABASE_URL is {url!r}: there are tables of another program ({min(tables)}, …). "
            f"Name a database of its own. {LEAVE_OUT}."
        )


def _try_queue(url: str) -> None:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        raise CannotServe(
            f"REDIS_URL is {url!r}: no Redis or Valkey answers ({first_line(error)}). {LEAVE_OUT}."
        ) from None
