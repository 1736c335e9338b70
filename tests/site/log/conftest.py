"""A key to sign with."""

from base64 import b64encode
from typing import Any, Final

import pytest

from archive.log import signing
from audit.signed import VerifierKey

OPERATOR: Final = {
    "TRANSPARENCY_KEY": b64encode(bytes(range(32))).decode(),
    "TRANSPARENCY_ORIGIN": "example.org/log",
}


@pytest.fixture
def signer(settings: Any) -> VerifierKey:
    for name, setting in OPERATOR.items():
        setattr(settings, name, setting)
    key = signing.log_key()
    assert key is not None
    return key
