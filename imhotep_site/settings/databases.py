"""Django's databases, from their addresses."""

from __future__ import annotations

from typing import Any, Final

from environ import Env

SQLITE_OPTIONS: Final = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32000; "
    "PRAGMA recursive_triggers=ON;",  # else INSERT OR REPLACE deletes what is written once
}


def database(url: str, pool: int) -> dict[str, object]:
    """The database of `url`, with so many connections; 0 for a worker, whose processes fork."""
    parts: dict[str, Any] = Env.db_url_config(url)
    if str(parts["ENGINE"]).endswith("sqlite3"):
        return parts | {"OPTIONS": dict(SQLITE_OPTIONS)}
    options = dict(parts.get("OPTIONS", {}))
    if pool:
        # An attempt to connect gives up soon, and the next request begins another: within one
        # attempt the pauses double, and the pool begins no second one beside it.
        options["pool"] = {"min_size": 1, "max_size": pool, "timeout": 10, "reconnect_timeout": 1}
    # the pool asks a connection before it hands it out: a broken one is replaced
    return parts | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
