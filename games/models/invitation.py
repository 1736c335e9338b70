from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class SignUpInvitation(models.Model):
    """A link by which one account can be opened. Of the link only a digest is kept."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sign_up_invitations"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    email = models.EmailField(
        "mailed to",
        blank=True,
        help_text="a person who opens an account by the link has shown that this address is "
        "theirs; forgotten when the link is used or withdrawn",
    )
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "invitation to sign up"
        verbose_name_plural = "invitations to sign up"
        ordering = ["-made_at", "-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"invitation {self.pk}"
