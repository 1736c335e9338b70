"""Clubs: listed, read, joined."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from events.api.serializers import ClubFull, ClubMemberRow, ClubRow, ClubTokenInput
from events.clubs.invitations import join_by_token
from events.clubs.locks import find_club
from events.clubs.names import LONGEST
from events.clubs.queries import CLUB_ORDER, MEMBER_ORDER, members_of, open_clubs
from events.models import Club, ClubMember
from games.accounts import MayPlay, requesting_account
from web.api.base import ApiView
from web.api.paging import KeysetPagination
from web.api.schema import problems
from web.priorities import heavy


class ClubPages(KeysetPagination):
    keys = CLUB_ORDER


class ClubMemberPages(KeysetPagination):
    keys = MEMBER_ORDER
    usual = 50


SLUG: dict[str, Any] = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
AT_SLUG = OpenApiParameter("slug", SLUG, OpenApiParameter.PATH)
"""As ``SlugField``."""


@heavy
class Clubs(ApiView):
    queryset = Club.objects.none()
    serializer_class = ClubRow
    pagination_class = ClubPages

    @extend_schema(
        operation_id="clubs_list",
        parameters=[
            OpenApiParameter("name", str, description="clubs with a similar name, also closed ones")
        ],
        responses={200: ClubRow(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Open clubs by name."""
        name = request.query_params.get("name", "").replace("\0", "")[:LONGEST]
        return self.page_of(open_clubs(name).select_related("owner"))


class ClubDetail(ApiView):
    serializer_class = ClubFull

    @extend_schema(
        operation_id="club_show",
        parameters=[AT_SLUG],
        responses={200: ClubFull, **problems(404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """A club, open or closed."""
        return self.answer(find_club(slug))


@heavy
class ClubMembers(ApiView):
    queryset = ClubMember.objects.none()
    serializer_class = ClubMemberRow
    pagination_class = ClubMemberPages

    @extend_schema(
        operation_id="club_members",
        parameters=[AT_SLUG],
        responses={200: ClubMemberRow(many=True), **problems(404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The members of a club, earliest members first."""
        return self.page_of(members_of(find_club(slug)))


class ClubEntry(ApiView):
    public = False
    has_etag = False
    permission_classes = [MayPlay]
    serializer_class = ClubFull

    @extend_schema(
        operation_id="club_join",
        request=ClubTokenInput,
        responses={200: ClubFull, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request) -> Response:
        """Join a club by the token of an invitation. A member stays one."""
        club = join_by_token(requesting_account(request), self.read(ClubTokenInput)["token"])
        return self.answer(find_club(club.slug))
