"""Seals certificates again after a change: a forger who knows how the checksum is made (docs/certificate.md §2)."""

import hashlib
import json


def sealed(certificate: dict) -> bytes:
    text = json.dumps({k: v for k, v in certificate.items() if k != "sha256"}, separators=(",", ":"))[:-1].encode()
    return text + b',"sha256":"' + hashlib.sha256(text).hexdigest().encode() + b'"}'


def copied(certificate: dict) -> dict:
    return json.loads(json.dumps(certificate))
