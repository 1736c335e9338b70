"""The servers that a benchmark of the site has to itself, and databases on them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, LiteralString

if TYPE_CHECKING:
    from tests.services.backend import Backend


@contextmanager
def private_servers(*, embedded: bool = False) -> Iterator[Backend]:
    """PostgreSQL with an empty database ``imhotep``, and Redis; `embedded`: SQLite and Valkey.

    Django is set up for them. They end with the benchmark. A server that ``TEST_DATABASE_URL``
    names goes on, and keeps its games for the next run. Raises ``SystemExit`` if one of them
    cannot be had.
    """
    from tests.services.backend import Backend

    os.environ.setdefault("IMHOTEP_ENGINE", "")  # compiled, where a build fits
    backend = Backend(embedded=embedded)
    if backend.missing:
        raise SystemExit("\n".join(backend.missing))
    backend.export(os.environ)
    os.environ["DJANGO_SETTINGS_MODULE"] = "imhotep_site.settings"
    try:
        backend.start()
        print(f"on {', '.join(backend.lines)}")
        if not embedded:
            create(backend.database_url, "imhotep")
        import django

        django.setup()
        from engine import COMPILED

        print("the engine is compiled" if COMPILED else "the engine runs as it is written")
        yield backend
    finally:
        backend.end()


def create(address: str, name: str, options: LiteralString = "") -> None:
    """An empty database on the server of `address`, unless it has one of this name."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    server = address.replace("/imhotep?", "/postgres?")
    with psycopg.connect(server, autocommit=True) as connection:
        there = connection.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        if there.fetchone() is None:
            connection.execute(SQL("CREATE DATABASE {} " + options).format(Identifier(name)))
