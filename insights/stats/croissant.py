"""Description of research files for programs, as Croissant 1.0 (MLCommons): ``croissant.json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from insights.stats.parquet import Column, ColumnType

LICENCE: Final = "https://creativecommons.org/publicdomain/zero/1.0/"
FORMATS: Final = {
    ".parquet": "application/vnd.apache.parquet",
    ".gz": "application/gzip",
    ".md": "text/markdown",
}
DATA_TYPES: Final = {
    ColumnType.YES: "sc:Boolean",
    ColumnType.NUMBER: "sc:Integer",
    ColumnType.LONG: "sc:Integer",
    ColumnType.TEXT: "sc:Text",
    ColumnType.DAY: "sc:Date",
}
CONTEXT: Final = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def describe_files(
    title: str,
    day: str,
    address: str,
    files: Sequence[tuple[str, int, str]],
    tables: Mapping[str, Sequence[Column]],
    words: Mapping[str, str],
) -> dict[str, object]:
    """A dataset of `day` (``2026-11-23``) whose `files` (name, bytes, SHA-256) lie below `address`.
    `tables`: the columns of those in Parquet; `words`: descriptions, by column."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": title,
        "description": "Games of the board game Imhotep, each verified by an engine of its rules.",
        "license": LICENCE,
        "url": address,
        "version": ".".join(str(int(part)) for part in day.split("-")),
        "datePublished": day,
        "citeAs": f"{title}, {day}, {address}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": f"{address}{name}",
                "contentSize": f"{size} B",
                "encodingFormat": next(
                    kind for ending, kind in FORMATS.items() if name.endswith(ending)
                ),
                "sha256": digest,
            }
            for name, size, digest in files
        ],
        "recordSet": [_record_set(name, table, words) for name, table in tables.items()],
    }


def _record_set(name: str, table: Sequence[Column], words: Mapping[str, str]) -> dict[str, object]:
    subject = name.partition(".")[0]
    return {
        "@type": "cr:RecordSet",
        "@id": subject,
        "name": subject,
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{subject}/{column.name}",
                "name": column.name,
                "description": words.get(column.name, column.name.replace("_", " ")),
                "dataType": DATA_TYPES[column.kind],
                "source": {"fileObject": {"@id": name}, "extract": {"column": column.name}},
            }
            for column in table
        ],
    }
