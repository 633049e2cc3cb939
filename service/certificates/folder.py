"""The folder of a computer's authority and its service's certificate, readable by its user only.

Each is one file with its key, so that neither is ever without the other: `authority.pem` is created
once, `service.pem` again whenever it is due or the computer's names change.
"""

import os
import stat
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from service import data_folder, files
from service.certificates.authority import Authority, Certificate, CertificateError
from service.certificates.names import Names
from service.errors import RefusedError

NAME = "certificates"  # in the user's data folder
AUTHORITY, SERVICE = "authority.pem", "service.pem"
SECRET = 0o600  # only the owner may read a key
OTHERS = stat.S_IRWXG | stat.S_IRWXO
MOST_BYTES = 64 * 1024  # bytes of such a file; ours have about 2,000


def own_folder(chosen: str | None) -> Path:
    """Return the chosen folder, else the one in the user's data folder."""
    return data_folder.own_folder() / NAME if chosen is None else Path(chosen)


@dataclass(frozen=True, slots=True)
class CertificateFile:
    """An authority, the certificate that it issued to the service, and the latter's `file`."""

    authority: Authority
    certificate: Certificate
    file: Path


class CertificateFolder:
    """The stored authority and certificate, which are created where they are missing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def authority(self) -> Authority | None:
        """Return the authority, None without one; RefusedError if its file cannot be read."""
        file = self.folder / AUTHORITY
        try:
            return Authority.read(files.read(file, MOST_BYTES))
        except FileNotFoundError:
            return None
        except CertificateError as error:
            detail = (
                f"{file} is not a tableside authority: {error}. Restore it from a copy, or move it "
                "away; every device then has to trust a new one."
            )
            raise RefusedError("bad_certificate", detail) from error
        except OSError as error:
            raise _unusable_file(file, error) from error

    def certificate(self, authority: Authority) -> Certificate | None:
        """Return the service's certificate; None unless a usable one of this authority is there."""
        try:
            certificate = Certificate.read(files.read(self.folder / SERVICE, MOST_BYTES))
        except (OSError, CertificateError):
            return None
        return certificate if authority.has_signed(certificate) else None

    def renew(self, computer: str, names: Names, now: datetime) -> CertificateFile:
        """Return the certificate; a missing, due or incomplete one is issued again.

        An authority whose end has come is not replaced, as the clock may be wrong and devices know
        it. Raises RefusedError then, and if files cannot be read or written.
        """
        file = self.folder / SERVICE
        try:
            for folder in (self.folder.parent, self.folder):
                folder.mkdir(mode=data_folder.MODE, parents=True, exist_ok=True)
            authority = self.authority()
            if authority is None:
                authority = self._store_new(Authority.create(computer, names, now))
            elif authority.is_over(now):
                raise _over(self.folder / AUTHORITY, authority, now)
            certificate = self.certificate(authority)
            wanted = authority.permitted_names(names)
            if (
                certificate is None
                or certificate.is_due(now)
                or not {*wanted} <= {*certificate.names}
            ):
                certificate = authority.issue(names, now)
                files.replace(file, certificate.pem, SECRET)
            for each in (self.folder / AUTHORITY, file):
                _restrict_to_owner(each)
        except OSError as error:
            raise _unusable_file(self.folder, error) from error
        return CertificateFile(authority, certificate, file)

    def readable_by_others(self) -> list[Path]:
        """Return the files that other users can read."""
        if os.name == "nt":  # there users' folders are private, and modes mean nothing
            return []
        secret_files = [self.folder / AUTHORITY, self.folder / SERVICE]
        return [file for file in secret_files if file.exists() and file.stat().st_mode & OTHERS]

    def _store_new(self, authority: Authority) -> Authority:
        """Store a new authority, or return the one that another process has stored meanwhile."""
        try:
            files.write_new(self.folder / AUTHORITY, authority.pem, SECRET)
        except RefusedError as error:
            other = self.authority() if error.code == "exists" else None
            if other is None:
                raise
            return other
        return authority


def _restrict_to_owner(file: Path) -> None:
    """Let nobody but the owner read a file; copies often come with wider permissions."""
    if os.name != "nt" and file.stat().st_mode & OTHERS:
        file.chmod(SECRET)


def _unusable_file(file: Path, error: OSError) -> RefusedError:
    detail = (
        f"{error.filename or file} cannot be used for https ({error.strerror}). Let this user read "
        "and write it, or name another folder with TABLESIDE_CERTIFICATES."
    )
    return RefusedError("bad_certificate", detail)


def _over(file: Path, authority: Authority, now: datetime) -> RefusedError:
    detail = (
        f"{file} ends on {authority.until:%Y-%m-%d}, and by this computer's clock it is "
        f"{now:%Y-%m-%d}. Set the clock, or move the file away for a new authority, which every "
        "device then has to trust."
    )
    return RefusedError("bad_certificate", detail)
