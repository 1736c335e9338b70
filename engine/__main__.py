"""``python -m engine check | show | deal | bench``: the rules from a shell."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import cast

from engine.build import engine_version
from engine.cli import bench, check, deal, show

COMMANDS = {"check": check, "show": show, "deal": deal, "bench": bench}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="The rules of Imhotep, from a shell."
    )
    parser.add_argument("--version", action="version", version=engine_version())
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="check | show | deal | bench"
    )
    for name, command in COMMANDS.items():
        summary = (command.__doc__ or "").partition("\n")[0]
        command.add_arguments(commands.add_parser(name, help=summary, description=summary))
    options = parser.parse_args(arguments)
    stdout = cast(io.TextIOWrapper, sys.stdout)
    stdout.reconfigure(errors="backslashreplace")  # the name of a file may be no text
    try:
        status = int(COMMANDS[options.command].run(options))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has read enough; nothing is left to be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


sys.exit(main())
