"""Imports files of logs: ``python manage.py import_logs games/ --as ana``."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import ngettext

from engine.progress import ProgressBar
from games.intake.import_files import (
    Import,
    files_in,
    hand_over,
    judge_in_process,
    sentence_of,
    still_open,
    verdicts_of_files,
)
from games.models import Account, Status, Submission

ASK_EVERY: Final = 0.2
SAY_EVERY: Final = 5.0
INTERRUPTED: Final = 130
WORDS: Final = {
    Status.VERIFIED: "verified",
    Status.DUPLICATE: "already here",
    Status.REFUSED: "refused",
    Status.FAILED: "failed",
}


class Command(BaseCommand):
    help = (
        "Import logs: files, folders, archives (.imh, .json, .ndjson, .zip, .gz). "
        "Files that this account has already uploaded are skipped, so you can start an "
        "interrupted import again. Exit status: 0 success, 1 logs were refused, "
        "2 something could not be read or checked."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--as",
            dest="handle",
            required=True,
            metavar="HANDLE",
            help="the account that uploads them",
        )
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--wait", action="store_true", help="wait for the workers' verdicts")
        how.add_argument(
            "--here", action="store_true", help="check the logs in this process, without a worker"
        )

    def handle(
        self,
        *args: str,
        handle: str,
        paths: list[Path],
        here: bool,
        wait: bool,
        **options: object,
    ) -> None:
        work = Import(_account(handle), judge_in_process if here else hand_over)
        interrupted = False
        try:
            self._take(work, list(files_in(paths)))
            if wait:
                self._wait(work.ids)
        except KeyboardInterrupt:
            interrupted = True
            self.stdout.write("interrupted; stored logs stay: run the command again for the rest")
        status = self._report(work)
        if interrupted or status:
            sys.exit(INTERRUPTED if interrupted else status)

    def _take(self, work: Import, files: list[Path]) -> None:
        meter = Meter(self, len(files), "files")
        try:
            for file in files:
                work.add(file)
                meter.show(len(work.taken))
        finally:
            meter.end()
        work.flush()

    def _wait(self, ids: list[int]) -> None:
        meter = Meter(self, len(ids), "logs checked")
        try:
            while left := still_open(ids):
                meter.show(len(ids) - len(left))
                time.sleep(ASK_EVERY)
        finally:
            meter.end()

    def _report(self, work: Import) -> int:
        """Verdicts of the files, in lines; the exit status."""
        counts: Counter[str] = Counter()
        status = 0
        for file_upload in work.taken:
            if file_upload.error:
                status = 2
                self.stdout.write(f"{file_upload.file}: {file_upload.error}")
        for file, submission in verdicts_of_files(work.taken):
            counts[WORDS.get(Status(submission.status), "waiting")] += 1
            if sentence := sentence_of(submission):
                self.stdout.write(f"{_place(file, submission)}: {sentence}")
                status = max(status, _status(submission))
        duplicates = sum(file_upload.uploaded_before for file_upload in work.taken)
        logs = ", ".join(f"{number} {word}" for word, number in sorted(counts.items()))
        passed_over = f" ({duplicates} uploaded before)" if duplicates else ""
        number = len(work.taken)
        files = ngettext("%d file", "%d files", number) % number
        self.stdout.write(f"{files}{passed_over}: {logs or 'no logs'}")
        if counts["waiting"]:
            self.stdout.write(
                "The workers check the waiting logs. With --wait this command waits for the "
                "verdicts, with --here it checks the logs itself."
            )
        return status


class Meter:
    """How far it has come: a bar on a terminal, else a line now and then."""

    def __init__(self, command: BaseCommand, total: int, label: str) -> None:
        self.bar = ProgressBar(total, label)
        self.command = command
        self.next = time.monotonic() + SAY_EVERY

    def show(self, done: int) -> None:
        self.bar.done = done - 1
        self.bar.step()
        if time.monotonic() >= self.next and not self.bar.stream.isatty():
            self.next = time.monotonic() + SAY_EVERY
            self.command.stdout.write(self.bar.text())

    def end(self) -> None:
        self.bar.clear()


def _account(handle: str) -> Account:
    account = Account.objects.filter(username=handle.removeprefix("@")).first()
    if account is None:
        raise CommandError(f"there is no account @{handle.removeprefix('@')} here", returncode=2)
    return account


def _place(file: Path, submission: Submission) -> str:
    refusal = submission.refusal or {}
    places = (str(file), submission.member, str(refusal.get("line") or submission.begins))
    return ":".join(place for place in places if place)


def _status(submission: Submission) -> int:
    unreadable = (submission.refusal or {}).get("kind") == "unreadable"
    return 2 if unreadable or submission.status == Status.FAILED else 1
