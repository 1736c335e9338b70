"""Clubs and their members as resources."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from events.models import Club, ClubMember
from web.api.base import absolute_link


class ClubRow(serializers.ModelSerializer[Club]):
    """A club."""

    id = serializers.IntegerField(source="pk", help_text="its number; never changes")
    name = serializers.CharField(
        source="public_name", help_text="a number while a moderator has hidden the name"
    )
    slug = serializers.CharField(help_text="the last part of its address")
    owner = serializers.CharField(source="owner.username", help_text="handle of its owner")
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="when it was closed; null: it is open"
    )
    url = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Club
        fields = ["id", "name", "slug", "owner", "founded_at", "closed_at", "url"]
        extra_kwargs = {"founded_at": {"help_text": "when it was started"}}

    def get_url(self, club: Club) -> str:
        return absolute_link(self.context["request"], "club", club.slug)


class ClubFull(ClubRow):
    """A club with its text."""

    text = serializers.CharField(source="public_text", help_text="written by its officers")
    members = serializers.SerializerMethodField(help_text="number of members")

    class Meta(ClubRow.Meta):
        fields = [*ClubRow.Meta.fields, "text", "members"]

    def get_members(self, club: Club) -> int:
        return ClubMember.objects.filter(club=club, until=None).count()


class ClubMemberRow(serializers.ModelSerializer[ClubMember]):
    """A member of a club."""

    handle = serializers.CharField(source="account.username")
    role = serializers.ChoiceField(
        choices=[(role.value, role.value) for role in ClubMember.Role],
        help_text="member, officer or arbiter",
    )

    class Meta:
        model = ClubMember
        fields = ["handle", "role", "joined_at", "since"]
        extra_kwargs = {
            "joined_at": {"help_text": "when they joined"},
            "since": {"help_text": "when they got the role"},
        }


class ClubTokenInput(serializers.Serializer[Any]):
    """The token of an invitation: the last part of its link."""

    token = serializers.CharField(max_length=60, help_text="the last part of the link")
