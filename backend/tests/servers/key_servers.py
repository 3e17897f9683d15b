"""AWS KMS and Vault's transit as far as a key is wrapped by them, on this machine.

They share no code with what asks them: signatures are computed from what AWS writes
of them (Signature Version 4), ciphertexts are the servers' own.
"""

import hmac
import json
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

ARN = "arn:aws:kms:eu-north-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"
OTHER_ARN = ARN.replace("1234abcd", "9876dcba")
ACCESS_KEY, SECRET_KEY = (
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
)
TOKEN = "hvs.example"
POD_TOKEN = "header.payload.signature"


@dataclass
class KeyServer:
    """What answers, what it was asked, and how it fails when it is told to."""

    address: str
    keys: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    failures: list[tuple[int, Any]] = field(default_factory=list)
    """Answered first, one for each question: status and body."""
    sessions: list[str | None] = field(default_factory=list)
    """The session that each question to AWS was asked in."""
    hangs: bool = False
    released: Event = field(default_factory=Event)


class Refused(Exception):
    """An answer that is none: status and body."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(status, body)
        self.status, self.body = status, body


@contextmanager
def key_server(answer: Any) -> Iterator[KeyServer]:
    """A server on this machine that answers by this function."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            if served.hangs:
                served.released.wait(30)
            status, body = _answered(served, answer, self, content)
            told = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.1")
            self.send_header("Content-Length", str(len(told)))
            # Who waited too long has gone.
            with suppress(BrokenPipeError, ConnectionResetError):
                self.end_headers()
                self.wfile.write(told)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        served = KeyServer(f"http://127.0.0.1:{server.server_address[1]}")
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield served
        finally:
            served.released.set()
            server.shutdown()


def _answered(
    served: KeyServer, answer: Any, request: BaseHTTPRequestHandler, content: bytes
) -> tuple[int, Any]:
    try:
        if served.failures:
            served.asked.append("failed")
            return served.failures.pop(0)
        return 200, answer(served, request, content)
    except Refused as refused:
        return refused.status, refused.body


def kms(served: KeyServer, request: BaseHTTPRequestHandler, content: bytes) -> Any:
    """AWS KMS, by JSON 1.1; and what gives a pod the keys of its role."""
    if content.startswith(b"Action="):
        served.asked.append("AssumeRoleWithWebIdentity")
        return _assumed(parse_qs(content.decode()))
    _ensure_signed(request, content)
    served.sessions.append(request.headers["X-Amz-Security-Token"])
    assert request.headers["Content-Type"] == "application/x-amz-json-1.1"
    service, _, verb = request.headers["X-Amz-Target"].partition(".")
    assert service == "TrentService"
    served.asked.append(verb)
    told = json.loads(content)
    key = served.keys.get(told["KeyId"])
    if key is None:
        raise _refused("NotFoundException", f"Key '{told['KeyId']}' does not exist")
    context = json.dumps(told["EncryptionContext"], sort_keys=True).encode()
    mark = sha256(told["KeyId"].encode()).digest()
    if verb == "Encrypt":
        nonce = os.urandom(12)
        sealed = AESGCM(key).encrypt(nonce, b64decode(told["Plaintext"]), context)
        blob = b64encode(mark + nonce + sealed).decode()
        return {"CiphertextBlob": blob, "KeyId": told["KeyId"]}
    blob = b64decode(told["CiphertextBlob"])
    if len(blob) < 60:
        raise _refused("InvalidCiphertextException", None)
    if blob[:32] != mark:
        raise _refused(
            "IncorrectKeyException",
            "The key ID in the request does not identify a CMK that can perform this"
            " operation.",
        )
    try:
        plain = AESGCM(key).decrypt(blob[32:44], blob[44:], context)
    except InvalidTag:
        raise _refused("InvalidCiphertextException", None) from None
    return {"KeyId": told["KeyId"], "Plaintext": b64encode(plain).decode()}


def _assumed(asked: dict[str, list[str]]) -> bytes:
    assert asked["Action"] == ["AssumeRoleWithWebIdentity"]
    if asked["WebIdentityToken"] != [POD_TOKEN]:
        raise Refused(
            400,
            b"<ErrorResponse><Error><Code>InvalidIdentityToken</Code>"
            b"<Message>Incorrect token</Message></Error></ErrorResponse>",
        )
    return (
        "<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult>"
        f"<Credentials><AccessKeyId>{ACCESS_KEY}</AccessKeyId>"
        f"<SecretAccessKey>{SECRET_KEY}</SecretAccessKey>"
        "<SessionToken>session</SessionToken>"
        "<Expiration>2126-11-29T12:00:00Z</Expiration></Credentials>"
        "</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>"
    ).encode()


def _refused(code: str, message: str | None) -> Refused:
    return Refused(400, {"__type": code, "message": message})


def _ensure_signed(request: BaseHTTPRequestHandler, content: bytes) -> None:
    """Compute the signature anew; another is refused as AWS does."""
    found = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([\w-]+)/kms/aws4_request,"
        r" SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})",
        request.headers["Authorization"] or "",
    )
    if found is None:
        raise _refused("MissingAuthenticationTokenException", "Missing Token")
    account, day, region, names, signature = found.groups()
    if account != ACCESS_KEY:
        raise _refused("UnrecognizedClientException", "The security token is invalid")
    assert {"host", "x-amz-date", "x-amz-target"} <= set(names.split(";"))
    assert region == ARN.split(":")[3]
    heads = "".join(
        f"{name}:{(request.headers[name] or '').strip()}\n" for name in names.split(";")
    )
    canonical = f"POST\n/\n\n{heads}\n{names}\n{sha256(content).hexdigest()}"
    scope = f"{day}/{region}/kms/aws4_request"
    to_sign = (
        f"AWS4-HMAC-SHA256\n{request.headers['X-Amz-Date']}\n{scope}\n"
        f"{sha256(canonical.encode()).hexdigest()}"
    )
    key = f"AWS4{SECRET_KEY}".encode()
    for part in (*scope.split("/"), to_sign):
        key = hmac.digest(key, part.encode(), "sha256")
    if not hmac.compare_digest(key.hex(), signature):
        raise _refused("InvalidSignatureException", "The signature does not match")


def vault(served: KeyServer, request: BaseHTTPRequestHandler, content: bytes) -> Any:
    """Vault's transit engine at `transit/`, with versions of its keys."""
    assert request.headers["X-Vault-Token"] != "", "an empty one hides a proxy's own"
    if request.headers["X-Vault-Token"] != TOKEN:
        raise Refused(403, {"errors": ["2 errors occurred: permission denied"]})
    assert request.headers["X-Vault-Request"] == "true"
    namespace = request.headers["X-Vault-Namespace"]
    found = re.fullmatch(r"/v1/transit/(encrypt|decrypt)/([\w.-]+)", request.path)
    if found is None:
        raise Refused(404, {"errors": ["no handler for route"]})
    verb, name = found.groups()
    served.asked.append(f"{namespace or ''}{verb}")
    versions = sorted(one for one in served.keys if one.partition(":")[0] == name)
    if not versions:
        raise Refused(400, {"errors": ["encryption key not found"]})
    told = json.loads(content)
    if verb == "encrypt":
        nonce, latest = os.urandom(12), versions[-1]
        plain = b64decode(told["plaintext"])
        sealed = nonce + AESGCM(served.keys[latest]).encrypt(nonce, plain, None)
        version = latest.partition(":")[2]
        text = f"vault:v{version}:{b64encode(sealed).decode()}"
        return {"data": {"ciphertext": text, "key_version": int(version)}}
    shaped = re.fullmatch(r"vault:v(\d+):(\S+)", told["ciphertext"])
    if shaped is None:
        raise Refused(400, {"errors": ["invalid ciphertext: no prefix"]})
    sealed = b64decode(shaped[2])
    key = served.keys.get(f"{name}:{shaped[1]}", bytes(32))
    try:
        plain = AESGCM(key).decrypt(sealed[:12], sealed[12:], None)
    except InvalidTag:
        message = "cipher: message authentication failed"
        raise Refused(400, {"errors": [message]}) from None
    return {"data": {"plaintext": b64encode(plain).decode()}}
