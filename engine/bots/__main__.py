"""``python -m engine.bots SITE … -- COMMAND …``: a program of yours plays at a table of a site."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Final

from engine.bots.bridge import BotBridge, SiteClient, SiteRefusal
from engine.bots.process import BotFailure, BotProcess, Limits

TOKEN: Final = "IMHOTEP_TOKEN"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.bots",
        description=f"Plays one seat with a bot. {TOKEN} has an API token with the scope play.",
    )
    parser.add_argument("site", help="address of the site, such as http://127.0.0.1:8000")
    seat_options = parser.add_mutually_exclusive_group(required=True)
    seat_options.add_argument("--table", metavar="ID", help="sit down at this table")
    seat_options.add_argument("--open", metavar="TERMS", help="open a table on these terms (JSON)")
    parser.add_argument("--resign", action="store_true", help="resign if the bot fails")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two requests")
    parser.add_argument("--move-seconds", type=float, default=60.0, help="seconds for one answer")
    parser.add_argument(
        "--memory", type=int, default=Limits().memory, help="memory limit of a process in MiB"
    )
    parser.add_argument(
        "--processes", type=int, default=Limits().processes, help="maximum number of processes"
    )
    parser.add_argument(
        "--cpu", type=int, default=Limits().cpu, help="processor seconds of a process"
    )
    parser.add_argument(
        "command", nargs="+", metavar="COMMAND", help="command of the bot, after --"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game: 0 at its end, 1 if the bot failed, 2 if the site refused."""
    options = _parser().parse_args(arguments)
    # The bot does not inherit the token: it could act for its owner in other ways.
    site = SiteClient(options.site, os.environ.pop(TOKEN, ""))
    bot, table = None, options.table
    try:
        bot = BotProcess(options.command, Limits(options.memory, options.processes, options.cpu))
        bridge = BotBridge(site, bot, options.pause, options.move_seconds)
        bridge.greet()
        require_bot_account(site)
        table = _sit_down(site, table, options.open)
        print(f"{bridge.name} plays at {table}", flush=True)
        print(bridge.play(table))
        bot.send(["quit"], 1.0)
        return 0
    except BotFailure as failure:
        print(f"The bot failed: {failure}", file=sys.stderr)
        if options.resign and table:
            site.ask("POST", f"tables/{table}/resignation")
        return 1
    except SiteRefusal as refusal:
        print(f"The site refused: {refusal}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        if bot is not None:
            bot.close()


def require_bot_account(site: SiteClient) -> None:
    """Raises ``SiteRefusal`` unless the account of the token is marked as a bot."""
    account = site.ask("GET", "account")
    if "handle" not in account:
        raise SiteRefusal(str(account.get("detail") or account.get("title")))
    if not account["bot_since"]:
        page = f"{site.address.rstrip('/')}/accounts/bot/"
        raise SiteRefusal(f"@{account['handle']} is not marked as a bot: mark it at {page}")


def _sit_down(site: SiteClient, table: str | None, terms: str | None) -> str:
    """The table at which the bot sits then. Raises ``SiteRefusal``."""
    if table is None:
        opened = site.ask("POST", "tables", json.loads(terms or "{}"))
        if "id" not in opened:
            raise SiteRefusal(str(opened.get("detail") or opened.get("title")))
        return str(opened["id"])
    state = site.ask("POST", f"tables/{table}/places", {})
    if state["status"] not in (201, 409):  # 409: it sits there already, or sees that it does not
        raise SiteRefusal(str(state.get("detail") or state.get("title")))
    return table


if __name__ == "__main__":
    sys.exit(main())
