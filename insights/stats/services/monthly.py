"""The files of a month for researchers: made once, kept, and without names.

A month has ``games.parquet`` and ``seats.parquet`` of all games until then, ``logs.ndjson.gz`` with
the logs of those whose people agreed, ``README.md``, and ``croissant.json`` and ``index.json``,
which describe them.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from audit.log_digest import log_without_names
from engine.facts import VERSION
from games.models import Account, Game, Seat
from insights.stats.croissant import LICENCE, describe_files
from insights.stats.services.research import (
    INDEX,
    LEFT_OUT,
    ResearchFile,
    column_words,
    export,
    file_size_and_digest,
    research_folder,
    table_columns,
)
from web.read_replica import read_on_replica
from web.shared_files import SharedPath, folder_names, only_host, publish_folder
from web.site_name import site_name

MONTHS: Final = "months"
MONTH: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])", re.ASCII)
LOGS: Final = "logs.ndjson.gz"
CARD: Final = "README.md"
CARD_SOURCE: Final = "dataset.md"
CROISSANT: Final = "croissant.json"
UNFINISHED: Final = "unfinished-"
ADVISORY: Final = 0x1340_7EB
"""The number of our advisory lock in PostgreSQL; any that is used for nothing else."""


class Month(NamedTuple):
    """Files of a month, as its index names them. `name`: ``2026-11``."""

    name: str
    moment: str
    files: list[ResearchFile]

    def path(self, file_name: str) -> SharedPath | None:
        """Path of one of its files, or of what describes them; ``None``: there is no such file."""
        names = {INDEX, CROISSANT, *(file.name for file in self.files)}
        return _home() / self.name / file_name if file_name in names else None


def publish_month() -> Month | None:
    """Make the files of this month, if they are not there; a file that is there never changes.
    ``None``: they were there."""
    moment = timezone.localtime()
    name = f"{moment:%Y-%m}"
    disk = Path(settings.RESEARCH_DIR) / MONTHS
    with only_host(ADVISORY) as is_only:
        if not is_only or (disk / name).exists() or published_month(name):
            return None
        disk.mkdir(parents=True, exist_ok=True)
        for left in disk.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left, ignore_errors=True)
        folder = Path(mkdtemp(prefix=UNFINISHED, dir=disk))
        try:
            files = read_on_replica(lambda: _write_files(folder))
            month = Month(name, moment.isoformat(timespec="seconds"), files)
            _describe(folder, month)
            folder.chmod(0o755)
            publish_folder(folder, _home() / name, INDEX)  # refused where another process was first
        except OSError:
            if not published_month(name):
                raise
            return None
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return month


def published_months() -> list[Month]:
    """The newest first."""
    names = filter(MONTH.fullmatch, folder_names(_home()))
    months = (published_month(name) for name in sorted(names, reverse=True))
    return [month for month in months if month]


def published_month(name: str) -> Month | None:
    """Files of the month ``2026-11``; ``None``: it has none."""
    if not MONTH.fullmatch(name):
        return None
    try:
        document = json.loads((_home() / name / INDEX).read_text("utf-8"))
        files = [ResearchFile(**file) for file in document["files"]]
        return Month(name, str(document["made_at"]), files)
    except (OSError, ValueError, KeyError, TypeError):
        return None


# --- inside -------------------------------------------------------------------


def _home() -> SharedPath:
    return research_folder() / MONTHS


def _write_files(folder: Path) -> list[ResearchFile]:
    files = export(folder, named=False)
    logs = 0
    with (folder / LOGS).open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        for line in _log_lines():
            packed.write(line)
            logs += 1
    card = (settings.BASE_DIR / "docs" / CARD_SOURCE).read_text("utf-8")
    (folder / CARD).write_text(card, "utf-8")
    return [
        *files,
        ResearchFile(LOGS, logs, *file_size_and_digest(folder / LOGS)),
        ResearchFile(CARD, card.count("\n"), *file_size_and_digest(folder / CARD)),
    ]


def _log_lines() -> Iterator[bytes]:
    """Logs that are free, by id, with colours for their seats."""
    games = free_games().order_by("pk").values_list("pk", "log")
    for pk, log in games.iterator(1000):
        line = {"game": pk, "log": log_without_names(log)}
        yield json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def free_games() -> QuerySet[Game]:
    """Games whose logs are free: each person with an account who brought it or sat in it agreed.
    Guests and computer players are not asked; no name stands in these files."""
    silent = Q(computer="", guest="", data_licence_agreed_at=None)
    seats = Seat.objects.filter(game=OuterRef("pk"))
    silent_seats = seats.filter(player__account__in=Account.objects.filter(silent))
    return (
        Game.objects.exclude(standing__in=LEFT_OUT)
        .exclude(submission__upload__account__in=Account.objects.filter(silent))
        .exclude(Exists(silent_seats))
    )


def _describe(folder: Path, month: Month) -> None:
    """Write ``croissant.json``, and the index last."""
    address = f"{settings.SITE_URL}{reverse('stats-month', args=[month.name])}"
    with translation.override("en"):
        title = f"Imhotep games of {site_name()}"
    described = describe_files(
        title,
        month.moment[:10],
        address,
        [(file.name, file.bytes, file.sha256) for file in month.files],
        table_columns(named=False),
        column_words(),
    )
    croissant = json.dumps(described, indent=1) + "\n"
    (folder / CROISSANT).write_text(croissant, "utf-8")
    lines = croissant.count("\n")
    description = ResearchFile(CROISSANT, lines, *file_size_and_digest(folder / CROISSANT))
    index = {
        "made_at": month.moment,
        "facts": VERSION,
        "licence": LICENCE,
        "files": [file._asdict() for file in (*month.files, description)],
    }
    (folder / INDEX).write_text(json.dumps(index, indent=1) + "\n", "utf-8")
