"""deploy/rung.service: systemd reads it, its command line runs, its times fit the server's."""

import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess

import pytest
from serving import PROMPT
from test_service_manager import Manager

systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
SECONDS = {"s": 1, "min": 60, "h": 3600}


class Unit:
    """The settings of a unit file; a key may be there several times."""

    def __init__(self, path: pathlib.Path):
        self.path = path
        self.text = path.read_text()
        lines = [line for line in self.text.splitlines() if line and line[0] not in "#["]
        self.settings = [tuple(line.split("=", 1)) for line in lines]

    def all(self, key: str) -> list[str]:
        return [value for name, value in self.settings if name == key]

    def one(self, key: str) -> str:
        (value,) = self.all(key)
        return value

    def seconds(self, key: str) -> int:
        number, unit = re.fullmatch(r"(\d+)(s|min|h)", self.one(key)).groups()
        return int(number) * SECONDS[unit]


@pytest.fixture(scope="module")
def unit(source_dir) -> Unit:
    return Unit(source_dir / "deploy/rung.service")


@pytest.fixture(scope="module")
def installed_unit(unit, build_dir, tmp_path_factory) -> pathlib.Path:
    """The unit with this build in the place of the installed program."""
    path = tmp_path_factory.mktemp("unit") / "rung.service"
    path.write_text(unit.text.replace("/opt/rung/bin/rung ", f"{build_dir}/bin/rung "))
    return path


@systemd
def test_systemd_finds_nothing_wrong(installed_unit):
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", installed_unit],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@systemd
def test_the_sandbox_is_tight(installed_unit):
    """What is left open: the network, and pages that are executable after they were written."""
    version = subprocess.run(["systemd-analyze", "--version"], capture_output=True, text=True)
    if int(version.stdout.split()[1]) < 250:
        pytest.skip("systemd-analyze security reads no files before version 250")
    done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=20",
                           "--no-pager", installed_unit], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def default_of(rung, flag: str) -> float:
    """The default of a flag of `rung serve`, as its help tells it; 0 where there is no such flag."""
    match = re.search(rf"^ +{flag} [A-Z]+=([\d.]+)\b", rung("serve", "--help").out, re.MULTILINE)
    return float(match[1]) if match else 0


def test_times_and_limits_fit_the_server(unit, rung):
    drain = default_of(rung, "--drain-delay") + default_of(rung, "--drain-timeout")
    assert drain >= 30
    assert unit.seconds("TimeoutStopSec") >= drain + 10
    assert unit.seconds("TimeoutStartSec") >= 300
    assert int(unit.one("LimitNOFILE")) >= 2 * default_of(rung, "--max-connections")
    assert unit.one("KillSignal") == "SIGTERM" and unit.one("Type") == "notify"
    assert unit.one("RestartPreventExitStatus") == "2"


def test_xla_keeps_what_it_needs(unit):
    """Each of these breaks compiling or the kernels' threads; the unit says why."""
    assert unit.one("MemoryDenyWriteExecute") == "no"
    assert not unit.all("ProcSubset")
    assert not any("@resources" in rule for rule in unit.all("SystemCallFilter"))


class Installation:
    """The unit's commands with its paths moved below a directory."""

    def __init__(self, unit: Unit, root: pathlib.Path, build_dir: pathlib.Path, flags: str):
        self.unit = unit
        self.keys = root / "etc/rung/api-keys"
        moved = {"/opt/rung/bin/rung": build_dir / "bin/rung", "/etc/rung/api-keys": self.keys,
                 "%t": root / "run", "%C": root / "cache", "$SERVE_FLAGS": flags}
        for directory in ("etc/rung", "run/rung", "cache/private/rung"):
            (root / directory).mkdir(parents=True, mode=0o700)
        # So it looks with DynamicUser=yes.
        (root / "cache/rung").symlink_to("private/rung")
        self._moved = {name: str(path) for name, path in moved.items()}

    def command(self, line: str, **variables) -> list[str]:
        for name, path in {**self._moved, **{f"${k}": str(v) for k, v in variables.items()}}.items():
            line = line.replace(name, path)
        return shlex.split(line.removeprefix("+"))

    def environment(self) -> dict[str, str]:
        settings = [self.command(line)[0] for line in self.unit.all("Environment")]
        return dict(setting.split("=", 1) for setting in settings)


@pytest.fixture
def installation(unit, build_dir, tmp_path, source_dir):
    env_file = (source_dir / "deploy/rung.env").read_text()
    flags = re.search(r'^SERVE_FLAGS="(.*)"$', env_file, re.MULTILINE)[1]
    assert "--port 8080" in flags
    return Installation(unit, tmp_path, build_dir, flags.replace("--port 8080", "--port 0"))


def test_the_units_commands_run(installation, unit, tmp_path):
    installation.keys.write_text("first-key\n")
    subprocess.run(installation.command(unit.one("ExecStartPre")), check=True)
    manager = Manager(f"@rung-unit-{os.getpid()}")
    log = tmp_path / "journal"
    with open(log, "wb") as stderr:
        process = subprocess.Popen(
            installation.command(unit.one("ExecStart")), cwd="/", stdin=subprocess.DEVNULL,
            stdout=stderr, stderr=stderr, umask=int(unit.one("UMask"), 8),
            env={"PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": manager.address,
                 **installation.environment()})
    try:
        manager.receive_until("READY")
        port = re.search(r"listening on 127\.0\.0\.1 port (\d+)", log.read_text())[1]

        def status(key: str) -> str:
            done = subprocess.run(
                ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-H",
                 f"Authorization: Bearer {key}", "-H", "Content-Type: application/json", "-d",
                 f'{{"prompt": "{PROMPT}", "max_tokens": 1}}',
                 f"http://127.0.0.1:{port}/v1/completions"], capture_output=True, text=True)
            return done.stdout

        assert (status("first-key"), status("other-key")) == ("200", "401")
        installation.keys.write_text("other-key\n")
        for line in unit.all("ExecReload"):
            subprocess.run(installation.command(line, MAINPID=process.pid), check=True)
        manager.receive_until("RELOADING")
        manager.receive_until("READY")
        assert (status("first-key"), status("other-key")) == ("401", "200")
        assert "not used" not in log.read_text(), log.read_text()  # the cache's warning
        assert list((tmp_path / "cache/private/rung/programs").iterdir())
    finally:
        process.send_signal(getattr(signal, unit.one("KillSignal")))
    assert process.wait(unit.seconds("TimeoutStopSec")) == 0, log.read_text()
    assert "STOPPING" in manager.receive_until("STOPPING")


def test_without_keys_the_start_fails(installation, unit):
    done = subprocess.run(installation.command(unit.one("ExecStartPre")), capture_output=True,
                          text=True)
    assert done.returncode != 0 and "api-keys" in done.stderr
