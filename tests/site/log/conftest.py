"""A key to sign with."""

from base64 import b64encode
from typing import Any

import pytest

from archive.log import signing
from audit.signed import VerifierKey


@pytest.fixture
def signer(settings: Any) -> VerifierKey:
    settings.TRANSPARENCY_KEY = b64encode(bytes(range(32))).decode()
    settings.TRANSPARENCY_ORIGIN = "example.org/log"
    key = signing.log_key()
    assert key is not None
    return key
