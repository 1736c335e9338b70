"""Uploads: a log goes in, its verdict comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_permissions import MayRead, MayUpload, requesting_account
from games.api.bodies import RAW_TYPES, UPLOAD_PARSERS
from games.api.intake import (
    UploadBody,
    read_body,
    refusal_members,
    seconds_to_wait,
    status_of,
    wait_for_verdicts,
)
from games.api.serializers.uploads import (
    DryRunAnswer,
    DryVerdictRow,
    OccasionRow,
    SubmissionRow,
    UploadFile,
    UploadFull,
    UploadQuery,
    UploadShort,
)
from games.intake.dry_run import DryRun, DryVerdict
from games.intake.receive import receive
from games.models import Channel, Upload
from games.ports import port
from games.pseudonyms import pseudonymise_bytes
from games.queries import UPLOAD_ORDER, tallies, uploads_of, uploads_visible_to, verdicts_of_upload
from web.api.base import ApiView
from web.api.deferred_answer import Later, may_answer_later
from web.api.negotiation import RawBytes
from web.api.paging import KeysetPagination
from web.api.problems import problem
from web.api.schema import OPEN_TO_ALL, problems
from web.api.throttles import DryRunThrottle, UploadThrottle
from web.priorities import heavy

if TYPE_CHECKING:
    from rest_framework.permissions import BasePermission
    from rest_framework.throttling import BaseThrottle


LOCATION = OpenApiParameter(
    "Location",
    OpenApiTypes.URI,
    OpenApiParameter.HEADER,
    response=[201, 202],
    description="Address of the upload.",
)
PREFER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="`respond-async`: do not wait for the verdict. `wait=N`: wait N seconds, at most "
    "10 (RFC 7240). Else 5.",
)
DROPPED = "Logs of this upload were refused; its bytes were dropped on {:%Y-%m-%d}."
BODIES: dict[str, Any] = {"multipart/form-data": UploadFile} | dict.fromkeys(
    RAW_TYPES, OpenApiTypes.BINARY
)


class Occasions(ApiView):
    public = False
    permission_classes = [MayUpload]
    serializer_class = OccasionRow

    @extend_schema(
        operation_id="occasions_list", responses={200: OccasionRow(many=True), **problems()}
    )
    def get(self, request: Request) -> Response:
        """Clubs and event tables that you can upload games for now."""
        rows = port().occasions_of(requesting_account(request))
        return Response(OccasionRow(rows, many=True).data)


class UploadPages(KeysetPagination):
    keys = UPLOAD_ORDER


class SubmissionPages(KeysetPagination):
    keys = ("number",)


@heavy
class Uploads(ApiView):
    """Uploads of the account that asks."""

    public = False
    parser_classes = UPLOAD_PARSERS
    pagination_class = UploadPages
    serializer_class = UploadShort

    @property
    def is_dry_run(self) -> bool:
        dry_run = self.request.query_params.get("dry_run", "").lower()
        return self.request.method == "POST" and dry_run in ("1", "true", "t", "yes", "y", "on")

    def get_permissions(self) -> list[BasePermission]:
        if self.is_dry_run:
            return [AllowAny()]
        return [MayRead() if self.request.method in ("GET", "HEAD", "OPTIONS") else MayUpload()]

    def get_throttles(self) -> list[BaseThrottle]:
        if self.request.method != "POST":
            return super().get_throttles()
        return [DryRunThrottle() if self.is_dry_run else UploadThrottle()]

    @extend_schema(operation_id="uploads_list", responses={200: UploadShort(many=True)})
    def get(self, request: Request) -> Response:
        """Your uploads, newest first."""
        uploads = self.paginate_queryset(uploads_of(requesting_account(request))) or []
        context = {**self.get_serializer_context(), "tallies": tallies(uploads)}
        return self.get_paginated_response(UploadShort(uploads, many=True, context=context).data)

    @extend_schema(
        operation_id="upload",
        auth=OPEN_TO_ALL,
        parameters=[UploadQuery, PREFER, LOCATION],
        request=BODIES,
        responses={
            200: OpenApiResponse(DryRunAnswer, "A dry run: the verdicts. Nothing was stored."),
            201: OpenApiResponse(UploadFull, "At least one log became a game."),
            202: OpenApiResponse(UploadFull, "Stored; not every log is judged yet."),
            **problems(409, 411, 413, 415, 422),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Upload a log, several, or an archive (text, JSON, NDJSON, .gz, .zip; at most 8 MiB).

        Waits up to five seconds for the verdict. 409 if every log was here already; 422 if none
        is a legal game, with the place and the rule of the first refusal. With `dry_run=1` it needs
        no account and stores nothing."""
        query = UploadQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        body = read_body(request, query.validated_data["name"])
        if query.validated_data["dry_run"]:
            return self._dry_run(request, body)
        upload = receive(
            requesting_account(request),
            body.raw,
            body.name,
            Channel.API,
            occasion=query.marks(),
        )
        seconds = seconds_to_wait(request)
        if seconds and may_answer_later(request._request):
            return self._later(request, upload, seconds)
        wait_for_verdicts(upload.pk, seconds)
        return self._answer(request, upload)

    def _later(self, request: Request, upload: Upload, seconds: float) -> HttpResponse:
        """Nothing yet; the answer comes with the verdict, and no thread waits for it."""

        def answer() -> HttpResponse:
            answer: Any
            try:
                answer = self._answer(request, upload)
            except Exception as failed:
                answer = self.handle_exception(failed)
            answer = self.finalize_response(request, answer)
            if isinstance(answer, Response):
                answer.render()
            finished: HttpResponse = answer
            return finished

        response = HttpResponse(status=202)
        response.later = Later(  # type: ignore[attr-defined]
            upload.pk, requesting_account(request).pk, seconds, answer
        )
        return response

    def _answer(self, request: Request, upload: Upload) -> HttpResponse:
        body = UploadFull.of(upload, self.get_serializer_context())
        logs = body["submissions"]
        status = status_of(logs)
        headers = {"Location": body["url"]}
        if status < 400:
            return Response(body, status, headers=headers)
        if status == 409:
            return problem(
                request,
                409,
                _verdict_texts(logs),
                "duplicate",
                headers=headers,
                game=logs[0]["game"],
                differs=logs[0]["differs"],
                upload=body,
            )
        first = next(log for log in logs if log["refusal"])
        place = {"number": first["number"], "member": first["member"]}
        located = refusal_members(first["refusal"]) | place
        message = first["refusal"].get("message", "The log was refused.")
        return problem(request, 422, message, "refused", headers=headers, upload=body, **located)

    def _dry_run(self, request: Request, body: UploadBody) -> HttpResponse:
        run = DryRun()
        pieces = run.split_file(body.raw, body.name)
        DryRunThrottle().take_logs(request, run.logs)
        dry_verdicts: list[DryVerdict] = run.judge(pieces)
        rows = DryVerdictRow(dry_verdicts, many=True).data
        if any(row["verdict"] == "ok" for row in rows):
            return Response({"verdicts": rows})
        refusal = rows[0]["refusal"]
        place = {"number": rows[0]["number"], "member": rows[0]["member"]}
        located = refusal_members(refusal) | place
        return problem(request, 422, refusal["message"], "refused", verdicts=rows, **located)


class MyUpload(ApiView):
    """Base of an upload's resources: their permissions."""

    public = False
    permission_classes = [MayRead]

    def get_object(self) -> Upload:
        return get_object_or_404(
            uploads_visible_to(requesting_account(self.request)).defer("raw"),
            pk=self.kwargs["upload_id"],
        )


class UploadDetail(MyUpload):
    serializer_class = UploadFull

    @extend_schema(operation_id="upload_show", responses={200: UploadFull, **problems(404)})
    def get(self, request: Request, upload_id: UUID) -> Response:
        """An upload with the verdict on each log. For its uploader and for moderators."""
        return Response(UploadFull.of(self.get_object(), self.get_serializer_context()))


@heavy
class Submissions(MyUpload):
    serializer_class = SubmissionRow
    pagination_class = SubmissionPages

    @extend_schema(
        operation_id="submissions_list",
        responses={200: SubmissionRow(many=True), **problems(404)},
    )
    def get(self, request: Request, upload_id: UUID) -> Response:
        """The logs of an upload in their order, with verdicts and refusals."""
        return self.page_of(verdicts_of_upload(self.get_object()))


@heavy
class UploadRaw(MyUpload):
    renderer_classes = [RawBytes]

    @extend_schema(
        operation_id="upload_raw",
        responses={(200, RawBytes.media_type): OpenApiTypes.BINARY, **problems(404, 410)},
    )
    def get(self, request: Request, upload_id: UUID) -> HttpResponse:
        """The bytes as they were received; a moderator reads closed accounts under their number.
        410 if logs of it were refused, and it is so long ago that the bytes were dropped; the
        verdicts stay."""
        upload = self.get_object()
        if upload.dropped_at:
            return problem(request, 410, DROPPED.format(upload.dropped_at))
        raw = bytes(upload.raw)
        if upload.account_id != requesting_account(request).pk:
            raw = pseudonymise_bytes(raw)
        name = f'attachment; filename="{upload_id}.bin"'
        return HttpResponse(
            raw, content_type=RawBytes.media_type, headers={"Content-Disposition": name}
        )


def _verdict_texts(logs: Sequence[Mapping[str, Any]]) -> str:
    """That all `logs` are here already; of a single one what it says otherwise."""
    if len(logs) > 1:
        return "These games are here already."
    sentences = [difference["sentence"] for difference in logs[0]["differs"] or ()]
    return f"This game is here already{': ' if sentences else ''}{'; '.join(sentences)}."
