"""How many processes can run at once here: what the system lets this one use, not what it has."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from pathlib import Path, PurePosixPath

CGROUPS = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")


def count_cores() -> int:
    """The cores that this process may use; at least one.

    A container's quota counts, and so do a unit's ``CPUQuota`` and the cores that a process is
    bound to: a machine of 64 cores that gives us half of one has one core for us.
    """
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return min([cores, *read_quotas()])


def read_quotas(cgroups: Path = CGROUPS, membership: Path = MEMBERSHIP) -> Iterator[int]:
    """The quotas of the control groups that this process is in, each in whole cores."""
    for group in _list_groups(membership):
        for folder in (cgroups / group, *(cgroups / parent for parent in group.parents)):
            with suppress(OSError, ValueError):
                yield _read_quota(folder)


def _list_groups(membership: Path) -> Iterator[PurePosixPath]:
    """Where this process's groups are, from the file with lines such as ``0::/user.slice``."""
    with suppress(OSError):
        for line in membership.read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers in ("", "cpu", "cpu,cpuacct"):  # version 2, or the first one's
                yield PurePosixPath(controllers, path.lstrip("/"))


def _read_quota(folder: Path) -> int:
    """A group's quota; ``ValueError`` or ``OSError`` if it has none."""
    try:
        quota, period = (folder / "cpu.max").read_text(encoding="ascii").split()
    except FileNotFoundError:
        quota = (folder / "cpu.cfs_quota_us").read_text(encoding="ascii")
        period = (folder / "cpu.cfs_period_us").read_text(encoding="ascii")
        if int(quota) <= 0:
            raise ValueError("no quota") from None
    return max(1, ceil(int(quota) / int(period)))
