"""Editions of a site, for commands that read logs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.editions import EditionError, load_folder, register


def add_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--editions", metavar="FOLDER", help="folder with editions of a site, as NAME.toml"
    )


def are_read(folder: str | None) -> bool:
    """Make the editions of `folder` known; if that cannot be, say why, and False."""
    if folder is None:
        return True
    try:
        if not Path(folder).is_dir():
            raise NotADirectoryError("no such folder")
        for edition in load_folder(Path(folder)):
            register(edition)
    except (OSError, EditionError) as error:
        print(f"unreadable {folder}: {error}", file=sys.stderr)
        return False
    return True
