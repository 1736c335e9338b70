"""Tries whether object storage works: ``python manage.py try_storage``."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError

from web.shared_files import folder_names, publish_text, remove_folder, shared_folder
from web.shared_storage import StorageUnavailable, in_object_storage

FOLDER = "trial"
TEXT = "This file tries whether object storage works.\n"


class Command(BaseCommand):
    help = "Stores, reads and deletes one file in the bucket of STORAGE_URL, or says what is wrong."

    def handle(self, *args: str, **options: object) -> None:
        if not in_object_storage():
            raise CommandError(
                "STORAGE_URL is not set: files are stored on the disk of this machine."
            )
        folder, name = shared_folder(Path(), FOLDER), f"{uuid4()}.txt"
        try:
            publish_text(folder / name, TEXT)
            matches = (folder / name).read_text("utf-8") == TEXT and name in folder_names(folder)
            remove_folder(folder, name)
            is_gone = name not in folder_names(folder)
        except (StorageUnavailable, OSError) as error:
            raise CommandError(f"Object storage does not work: {error}.") from error
        if not matches:
            raise CommandError("Object storage returned a different file from the stored one.")
        if not is_gone:
            raise CommandError(
                "The key is not allowed to delete files: old dumps would stay for ever."
            )
        self.stdout.write("Object storage stored, listed, read and deleted a file.")
