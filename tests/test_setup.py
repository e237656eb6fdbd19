"""tools/setup.sh: the Debian packages, against stand-ins for apt-get, dpkg-query, sudo and id."""

import os
import shutil
import subprocess

import pytest

DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
UBUNTU_LIKE = 'PRETTY_NAME="Linux Mint 22"\nID=linuxmint\nID_LIKE="ubuntu debian"\n'
FEDORA = 'PRETTY_NAME="Fedora Linux 40"\nID=fedora\n'
TOOLS = ("bash cat dirname echo env grep head mktemp rm sed tail tr true xargs").split()


class Machine:
    """A PATH of its own: the tools that the script uses, and stand-ins that log their calls."""

    def __init__(self, path, source_dir):
        self._path = path
        self._script = source_dir / "tools/setup.sh"
        self._bin = path / "bin"
        self._bin.mkdir()
        for tool in TOOLS:
            (self._bin / tool).symlink_to(shutil.which(tool))
        self.calls_file = path / "calls"
        self.os_release = path / "os-release"
        self.packages = path / "packages.txt"
        self.installed = path / "installed"
        self.os_release.write_text(DEBIAN)
        self.packages.write_text("# list\ncmake\n\nlibfmt-dev  # formatting\n")
        self.installed.write_text("cmake\nlibfmt-dev\n")
        self.user(0)
        self.command("dpkg-query", f"sed 's/^/installed /' {self.installed}")
        self.command("apt-get", f'[ "$1" != install ] || printf "cmake\\nlibfmt-dev\\n" '
                                f'>{self.installed}')

    def command(self, name, body):
        file = self._bin / name
        file.write_text(f'#!/bin/bash\necho "{name} $*" >>{self.calls_file}\n{body}\n')
        file.chmod(0o755)

    def user(self, uid):
        self.command("id", f"echo {uid}")

    def setup(self, *flags):
        return subprocess.run(
            ["/bin/bash", str(self._script), "build", "run", "--no-wheels",
             "--os-release", str(self.os_release), "--packages", str(self.packages), *flags],
            env={"PATH": str(self._bin), "TMPDIR": str(self._path)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def calls(self, name):
        lines = self.calls_file.read_text().splitlines() if self.calls_file.exists() else []
        return [line for line in lines if line.startswith(name + " ")]


@pytest.fixture
def machine(tmp_path, source_dir):
    return Machine(tmp_path, source_dir)


def refusal(result):
    """The one line on stderr (after lines of progress) of a run that failed."""
    assert result.returncode == 1
    assert result.stdout == ""
    lines = [l for l in result.stderr.splitlines() if "rung set-up: installing" not in l]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("rung set-up: ")
    return lines[0]


def test_nothing_missing_asks_apt_for_nothing(machine):
    result = machine.setup()
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert machine.calls("apt-get") == []
    assert machine.calls("id") == []


def test_installs_exactly_what_is_missing(machine):
    machine.installed.write_text("cmake\n")
    assert machine.setup().returncode == 0
    assert machine.calls("apt-get") == [
        "apt-get update", "apt-get install -y --no-install-recommends libfmt-dev"]


def test_a_longer_name_does_not_count_as_installed(machine):
    machine.installed.write_text("cmake-data\nlibfmt-dev\n")
    assert machine.setup().returncode == 0
    assert machine.calls("apt-get")[1].endswith(" cmake")


def test_derivatives_of_debian_are_debian(machine):
    machine.os_release.write_text(UBUNTU_LIKE)
    assert machine.setup().returncode == 0


def test_other_system_is_named_and_told_the_way_out(machine):
    machine.os_release.write_text(FEDORA)
    line = refusal(machine.setup())
    assert "Fedora Linux 40" in line
    assert str(machine.packages) in line
    assert "SETUP=skip" in line
    assert machine.calls("apt-get") == []


def test_system_without_os_release(machine):
    machine.os_release.unlink()
    assert "this system is unknown" in refusal(machine.setup())


def test_skip_touches_no_package_on_any_system(machine):
    machine.os_release.write_text(FEDORA)
    machine.installed.write_text("")
    result = machine.setup("--skip-apt")
    assert (result.returncode, result.stderr) == (0, "")
    assert not machine.calls_file.exists()


def test_neither_root_nor_sudo(machine):
    machine.user(1000)
    machine.installed.write_text("")
    line = refusal(machine.setup())
    assert "neither root nor sudo" in line
    assert "apt-get install cmake libfmt-dev" in line
    assert machine.calls("apt-get") == []


def test_sudo_that_would_ask_counts_as_none_without_a_terminal(machine):
    machine.user(1000)
    machine.command("sudo", "exit 1")
    machine.installed.write_text("")
    assert "neither root nor sudo" in refusal(machine.setup())


def test_sudo_is_used(machine):
    machine.user(1000)
    machine.command("sudo", 'shift; exec "$@"')
    machine.installed.write_text("cmake\n")
    assert machine.setup().returncode == 0
    assert machine.calls("sudo")[1:] == [
        "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get update",
        "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -y "
        "--no-install-recommends libfmt-dev"]


@pytest.mark.parametrize("apt,says", [
    ('echo "E: Unable to locate package libfmt-dev" >&2; [ $1 = update ]',
     "cannot install libfmt-dev: Unable to locate package libfmt-dev"),
    ('echo "E: Could not resolve host"; exit 100',
     "apt-get update failed: Could not resolve host: check the network"),
    ('[ $1 = update ] || { echo "E: write error - No space left on device"; exit 100; }',
     "cannot install libfmt-dev: no space left on the device"),
    ("true", "these packages are still missing: libfmt-dev"),
])
def test_apt_that_fails_is_one_line(machine, apt, says):
    machine.installed.write_text("cmake\n")
    machine.command("apt-get", apt)
    assert says in refusal(machine.setup())


def test_scratch_files_are_removed(machine):
    machine.installed.write_text("cmake\n")
    before = set(os.listdir(machine.os_release.parent)) | {"calls"}
    machine.setup()
    assert set(os.listdir(machine.os_release.parent)) == before
