"""Takes in files that lie at the server: many at a time, and again where it was interrupted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from engine.files import SUFFIXES
from engine.verdict import Refused, refusal_reason
from games.intake.receive import store_upload
from games.intake.verify import verify_submissions
from games.judging.queue import batches, wake_workers
from games.limits import BATCH, IMPORT, MAX_ATTEMPTS
from games.models import Account, Channel, Status, Submission, Upload
from games.models.upload import OPEN
from web.errors import Invalid

ARCHIVES: Final = (".zip", ".gz")


class ImportedFile(NamedTuple):
    """A file: its upload, or `error` why there is none; and the ids of its logs that wait.

    `uploaded_before`: the account had uploaded these bytes before.
    """

    file: Path
    upload: Upload | None = None
    waiting: Sequence[int] = ()
    error: str = ""
    uploaded_before: bool = False


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files that `paths` mean: of a folder all logs and archives below it, in order."""
    for path in paths:
        if path.is_dir():
            below = sorted(entry for entry in path.rglob("*") if not entry.is_dir())
            yield from (f for f in below if f.suffix.lower() in (*SUFFIXES, *ARCHIVES))
        else:
            yield path


def import_file(account: Account, file: Path) -> ImportedFile:
    """Store one file. One that `account` has uploaded before is not stored again; what is left of
    it to judge still waits."""
    try:
        if file.stat().st_size > IMPORT.received:
            return ImportedFile(file, error=f"it has more than {IMPORT.received >> 20} MiB")
        raw = file.read_bytes()
        digest = sha256(raw).hexdigest()
        uploads = Upload.objects.defer("raw").filter(account=account, sha256=digest)
        if upload := uploads.order_by("received_at").first():
            return ImportedFile(file, upload, list(_open(upload)), uploaded_before=True)
        return ImportedFile(file, *store_upload(account, raw, file.name, Channel.COMMAND, IMPORT))
    except OSError as error:
        return ImportedFile(file, error=error.strerror or str(error))
    except Invalid as error:
        return ImportedFile(file, error=error.message)


def hand_over(ids: Sequence[int]) -> bool:
    """Have workers judge them, behind what people upload by hand. False if no worker could be
    reached: then a sweep hands them over."""
    return wake_workers(ids, bulk=True)


def judge_in_process(ids: Sequence[int]) -> None:
    """Judge them in this process."""
    for batch in batches(ids, BATCH):
        waiting: Sequence[int] = batch
        for _ in range(MAX_ATTEMPTS):
            verify_submissions(waiting)
            waiting = still_open(batch)
            if not waiting:
                break


class Import:
    """An import of many files. `judge` is what happens to logs, a batch at a time: ``hand_over``
    or ``judge_in_process``."""

    def __init__(self, account: Account, judge: Callable[[Sequence[int]], object]) -> None:
        self.account, self.judge = account, judge
        self.taken: list[ImportedFile] = []
        self._waiting: list[int] = []

    def add(self, file: Path) -> None:
        self.taken.append(import_file(self.account, file))
        self._waiting += self.taken[-1].waiting
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Have judged what was stored."""
        waiting, self._waiting = self._waiting, []
        self.judge(waiting)

    @property
    def ids(self) -> list[int]:
        """All logs that waited when they were taken."""
        return [pk for imported in self.taken for pk in imported.waiting]


def still_open(ids: Sequence[int]) -> list[int]:
    """Those of `ids` that have no verdict yet."""
    return [
        pk
        for batch in batches(ids, 5_000)
        for pk in Submission.objects.filter(pk__in=batch, status__in=OPEN).values_list(
            "pk", flat=True
        )
    ]


def verdicts_of_files(imports: Sequence[ImportedFile]) -> Iterator[tuple[Path, Submission]]:
    """Each log of the files, in their order, without its bytes."""
    stored = [(imported.upload.pk, imported.file) for imported in imports if imported.upload]
    for batch in batches(stored, 500):
        rows = Submission.objects.filter(upload__in=[pk for pk, _ in batch]).defer("source")
        by_upload: dict[object, list[Submission]] = defaultdict(list)
        for row in rows.order_by("number"):
            by_upload[row.upload_id].append(row)
        for pk, file in batch:
            yield from ((file, row) for row in by_upload[pk])


def sentence_of(submission: Submission) -> str:
    """Why it was refused, in a line; empty if it was not."""
    refusal: Refused | None = submission.refusal
    if refusal is None or submission.status not in (Status.REFUSED, Status.FAILED):
        return ""
    if refusal["kind"] != "illegal":
        return refusal_reason(refusal)
    tried = f"“{refusal['tried']}”" if refusal["tried"] else f"{refusal['actor']} is to act"
    return f"{tried}: {refusal_reason(refusal)}"


def _open(upload: Upload) -> Iterator[int]:
    rows = upload.submissions.filter(status__in=OPEN).order_by("number")
    yield from rows.values_list("pk", flat=True)
