"""Numbers of the randomness beacon drand, read from a relay."""

from __future__ import annotations

import json
import logging
from hashlib import sha256
from http.client import HTTPException
from urllib.request import Request

from django.conf import settings

from engine.shared_deal import DRAND_CHAIN, beacon_round
from web.outgoing_http import send_request

logger = logging.getLogger(__name__)


def read_beacon(name: str) -> str:
    """The number of the round `name`, 64 digits; empty while it cannot be read.

    It is the SHA-256 of the signature of the beacon's operators. That the signature is theirs is
    not checked here: anybody can ask another relay for the same round.
    """
    number = beacon_round(name)
    if not settings.WEEKLY_DEAL_BEACON:
        return ""
    address = f"{settings.WEEKLY_DEAL_BEACON}/{DRAND_CHAIN}/public/{number}"
    try:
        answer = send_request(Request(address))
        if answer.status != 200:
            raise ValueError(f"status {answer.status}")
        return _checked_digits(json.loads(answer.body), number)
    except (OSError, HTTPException, ValueError) as error:
        logger.warning("round %s of the beacon could not be read: %r", number, str(error)[:300])
        return ""


def _checked_digits(answer: object, number: int) -> str:
    """Raises ``ValueError`` for another round, or a number that is not that of its signature."""
    if not isinstance(answer, dict) or answer.get("round") != number:
        raise ValueError("the answer is about another round")
    digits, signature = answer.get("randomness"), answer.get("signature")
    if not isinstance(digits, str) or not isinstance(signature, str):
        raise ValueError("the answer has no number, or no signature")
    if sha256(bytes.fromhex(signature)).hexdigest() != digits:
        raise ValueError("the number is not the digest of the signature")
    return digits
