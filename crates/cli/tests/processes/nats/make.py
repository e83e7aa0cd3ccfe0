"""Makes the files for the tests of NATS with TLS and with credentials files. They protect nothing.

Run it in this folder with Python's `cryptography` installed. The files do not expire for a hundred years.
"""

import base64
import datetime
import hashlib
import ipaddress
import json
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import NameOID

RAW = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)
START = datetime.datetime(2026, 1, 1)
END = datetime.datetime(2126, 1, 1)


def certificate(name, key, issuer, issuer_key, is_ca):
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer or subject)
    builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(START).not_valid_after(END)
    builder = builder.add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), critical=True)
    if not is_ca:
        names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(issuer_key or key, hashes.SHA256())


def make_tls():
    ca_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    ca = certificate("Powerboats test CA", ca_key, None, None, True)
    server = certificate("localhost", key, ca.subject, ca_key, False)
    pem = serialization.Encoding.PEM
    Path("ca.pem").write_bytes(ca.public_bytes(pem))
    Path("server.pem").write_bytes(server.public_bytes(pem))
    Path("server.key").write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def crc16(data):
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc.to_bytes(2, "little")


def base32(data):
    return base64.b32encode(data + crc16(data)).decode().rstrip("=")


class Key:
    """A key of NATS: O for an operator, A for an account, U for a user."""

    def __init__(self, kind):
        self.key, self.prefix = ed25519.Ed25519PrivateKey.generate(), (ord(kind) - ord("A")) << 3

    def public(self):
        return base32(bytes([self.prefix]) + self.key.public_key().public_bytes(*RAW))

    def seed(self):
        seed = (ord("S") - ord("A")) << 3
        first = bytes([seed | self.prefix >> 5, (self.prefix & 31) << 3])
        raw = self.key.private_bytes(
            serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
        )
        return base32(first + raw)


def token(signer, subject, name, kind):
    part = lambda value: base64.urlsafe_b64encode(value).decode().rstrip("=")
    text = lambda value: part(json.dumps(value, separators=(",", ":")).encode())
    claims = {"iat": 1767225600, "iss": signer.public(), "name": name, "sub": subject.public()}
    nats = {"type": kind, "version": 2}
    if kind == "account":
        nats["limits"] = {name: -1 for name in ["subs", "data", "payload", "imports", "exports", "conn", "leaf"]}
        nats["limits"]["wildcards"] = True
    if kind == "user":
        nats |= {"pub": {}, "sub": {}, "subs": -1, "data": -1, "payload": -1}
    claims["jti"] = base64.b32encode(hashlib.sha256(json.dumps(claims).encode()).digest()).decode().rstrip("=")
    claims["nats"] = nats
    signed = f'{text({"typ": "JWT", "alg": "ed25519-nkey"})}.{text(claims)}'
    return f"{signed}.{part(signer.key.sign(signed.encode()))}"


def make_credentials():
    operator, account, user = Key("O"), Key("A"), Key("U")
    preload = f'{account.public()}: {token(operator, account, "powerboats", "account")}'
    Path("operator.conf").write_text(
        f'operator: {token(operator, operator, "test", "operator")}\n'
        f"resolver: MEMORY\nresolver_preload: {{ {preload} }}\n"
    )
    Path("user.creds").write_text(
        f'-----BEGIN NATS USER JWT-----\n{token(account, user, "node", "user")}\n------END NATS USER JWT------\n\n'
        f"-----BEGIN USER NKEY SEED-----\n{user.seed()}\n------END USER NKEY SEED------\n"
    )


make_tls()
make_credentials()
