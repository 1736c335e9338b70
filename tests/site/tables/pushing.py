"""A push service of the tests: what the outside world would run, and a browser that it serves."""

import datetime
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from games.notifications.push import deliver, sealing

HOST = "push.services.mozilla.com"
ENDPOINT = f"https://{HOST}/wpush/v2/abc"


class Browser:
    """What a browser keeps of a subscription."""

    def __init__(self) -> None:
        self.own = ec.generate_private_key(sealing.CURVE)
        self.point = sealing.point_of(self.own.public_key())
        self.secret = bytes(range(16))

    @property
    def said(self) -> dict[str, str]:
        return {"key": sealing.base64url(self.point), "secret": sealing.base64url(self.secret)}

    def read(self, body: bytes) -> bytes:
        """As RFC 8291 has browsers do it."""
        salt, length = body[:16], body[20]
        there, rest = body[21 : 21 + length], body[21 + length :]
        shared = self.own.exchange(ec.ECDH(), sealing.parse_browser_key(there))
        info = b"WebPush: info\0" + self.point + there
        keying = sealing._derived(self.secret, shared, info, 32)
        key = sealing._derived(salt, keying, b"Content-Encoding: aes128gcm\0", 16)
        nonce = sealing._derived(salt, keying, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, rest, None).rstrip(b"\x00").removesuffix(b"\x02")


class Service:
    """Answers every request with `answer`, piece by piece with `pause` seconds between."""

    def __init__(self, certificate: Path) -> None:
        self.answer: list[bytes] = [b"HTTP/1.1 201 Created\r\n\r\n"]
        self.pause = threading.Event()
        self.seconds = 0.0
        self.requests: list[tuple[bytes, bytes]] = []
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate)
        self.socket = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                plain, _address = self.socket.accept()
                with suppress(OSError), self.context.wrap_socket(plain, server_side=True) as line:
                    self._one(line)

    def _one(self, line: ssl.SSLSocket) -> None:
        read = b""
        while b"\r\n\r\n" not in read:
            read += line.recv(4096)
        head, _, body = read.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += line.recv(4096)
        self.requests.append((head, body))
        for piece in self.answer:
            line.sendall(piece)
            self.pause.wait(self.seconds)

    def close(self) -> None:
        self.pause.set()
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


@contextmanager
def service(folder: Path, monkeypatch: object) -> Iterator[Service]:
    """The push service that the site reaches as ``HOST``: names are looked up here alone."""
    path = folder / "push.pem"
    _certify(path)
    service = Service(path)
    trusting = ssl.create_default_context(cafile=str(path))
    for name, value in {
        "PORT": service.port,
        "public_address_of": lambda host: "127.0.0.1",
        "context": lambda: trusting,
    }.items():
        monkeypatch.setattr(deliver, name, value)  # type: ignore[attr-defined]
    yield service
    service.close()


def _certify(path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    current_time = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(current_time - datetime.timedelta(days=1))
        .not_valid_after(current_time + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
