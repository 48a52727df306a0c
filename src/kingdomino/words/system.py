"""Why the system could not do something with a file or an address, by the system's own number."""

from __future__ import annotations

import errno

from kingdomino.errors import Phrase

CAUSES = {
    errno.EACCES: Phrase("Permission denied"),
    errno.EPERM: Phrase("Permission denied"),
    errno.ENOENT: Phrase("No such file or directory"),
    errno.EISDIR: Phrase("Is a directory"),
    errno.ENOTDIR: Phrase("Not a directory"),
    errno.EEXIST: Phrase("File exists"),
    errno.ENAMETOOLONG: Phrase("File name too long"),
    errno.EROFS: Phrase("Read-only file system"),
    errno.ENOSPC: Phrase("No space left on device"),
    errno.EIO: Phrase("Input/output error"),
    errno.EADDRNOTAVAIL: Phrase("Cannot assign requested address"),
}
"""What people meet most often; the rest comes in the system's words."""


def find_cause(error: Exception) -> Phrase | str:
    """What kept the system from doing something, to be given as a reason."""
    if not isinstance(error, OSError):
        return str(error)
    return CAUSES.get(error.errno or 0) or error.strerror or str(error)
