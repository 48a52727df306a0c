"""Cores are counted as the system lets us use them."""

from pathlib import Path

import pytest

from kingdomino import cores
from kingdomino.cores import count_cores, read_quotas


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="ascii")


def quotas(folder: Path, membership: str) -> list[int]:
    write(folder / "self", membership)
    return list(read_quotas(folder, folder / "self"))


def test_a_containers_quota_counts(tmp_path: Path) -> None:
    write(tmp_path / "cpu.max", "150000 100000\n")
    assert quotas(tmp_path, "0::/\n") == [2]


def test_the_quota_of_every_group_around_counts(tmp_path: Path) -> None:
    write(tmp_path / "cpu.max", "max 100000\n")
    write(tmp_path / "system.slice" / "cpu.max", "400000 100000\n")
    write(tmp_path / "system.slice" / "kingdomino.service" / "cpu.max", "50000 100000\n")
    assert quotas(tmp_path, "0::/system.slice/kingdomino.service\n") == [1, 4]


def test_the_first_version_of_control_groups_is_known_too(tmp_path: Path) -> None:
    folder = tmp_path / "cpu,cpuacct" / "docker"
    write(folder / "cpu.cfs_quota_us", "300000\n")
    write(folder / "cpu.cfs_period_us", "100000\n")
    assert quotas(tmp_path, "7:cpu,cpuacct:/docker\n3:memory:/docker\n") == [3]
    write(folder / "cpu.cfs_quota_us", "-1\n")
    assert quotas(tmp_path, "7:cpu,cpuacct:/docker\n") == []


def test_no_control_groups_mean_no_quota(tmp_path: Path) -> None:
    assert list(read_quotas(tmp_path, tmp_path / "missing")) == []


def test_no_more_cores_are_counted_than_the_quota_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "read_quotas", lambda: iter([1]))
    assert count_cores() == 1
