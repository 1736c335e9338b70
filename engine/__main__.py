"""``python -m engine check | show | deal | bench``: the rules from a shell."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import cast

from engine.faces import bench, check, deal, show

FACES = {"check": check, "show": show, "deal": deal, "bench": bench}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one face; its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="The rules of Imhotep, from a shell."
    )
    faces = parser.add_subparsers(dest="face", required=True, metavar="check | show | deal | bench")
    for name, face in FACES.items():
        summary = (face.__doc__ or "").partition("\n")[0]
        face.add_arguments(faces.add_parser(name, help=summary, description=summary))
    options = parser.parse_args(arguments)
    stdout = cast(io.TextIOWrapper, sys.stdout)
    stdout.reconfigure(errors="backslashreplace")  # the name of a file may be no text
    try:
        status = int(FACES[options.face].run(options))
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # whoever reads has read enough; nothing is left to be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


sys.exit(main())
