"""Show the table of a game as text, at any entry, as any seat saw it."""

from __future__ import annotations

import argparse
import sys

from engine.apply import start
from engine.cli import editions
from engine.cli.table import render
from engine.errors import EngineError, ReplayError
from engine.files import in_file, single_log
from engine.log import read_log
from engine.replay import steps
from engine.view import EVERYTHING, view, view_entry
from engine.vocabulary import Colour


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a log, or - for stdin")
    parser.add_argument(
        "--ply",
        type=int,
        help="show the position after entry N; 0 is the start (default: the last entry)",
    )
    parser.add_argument(
        "--seat",
        choices=[*Colour.words(), "spectator"],
        help="show the view of this colour, or of a spectator",
    )
    parser.add_argument("--game", type=int, default=1, help="number of the game in the file")
    editions.add_argument(parser)


def run(options: argparse.Namespace) -> int:
    if not editions.are_read(options.editions):
        return 2
    try:
        record = single_log(options.file, options.game)
    except EngineError as error:
        return _nonsense(error)
    try:
        log = read_log(record.source)
    except EngineError as error:
        return _nonsense(in_file(error, record.line))
    if options.ply is not None and not 0 <= options.ply <= len(log.entries):
        return _nonsense(f"there is no entry {options.ply}: the log has {len(log.entries)}")
    viewer: int | None = EVERYTHING
    if options.seat == "spectator":
        viewer = None
    elif options.seat:
        if Colour.read(options.seat) not in log.setup.seats:
            return _nonsense(f"{options.seat} has no seat in this game")
        viewer = log.setup.seats.index(Colour.read(options.seat))
    position = start(log.setup)
    entry_line, ply, status = "", 0, 0
    try:
        for step in steps(log):
            if options.ply is not None and step.ply > options.ply:
                break
            entry_line, ply = view_entry(position, step.entry, viewer), step.ply
            position = step.state.copy()
    except ReplayError as error:
        print(in_file(error, record.line), file=sys.stderr)
        status = 1
    print(render(view(position, viewer), log.header.names, ply, entry_line))
    return status


def _nonsense(problem: object) -> int:
    """Say why nothing can be shown; the exit status."""
    print(problem, file=sys.stderr)
    return 2
