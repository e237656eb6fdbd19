"""What `rung generate` looks like on terminals of several widths, in pipes and in log files."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

from cache_dir import CACHE_DIR

PROMPT = "The capital of France is"


class Terminal:
    """A process whose stderr, and stdout if `both`, is a terminal of so many columns (0: unknown)."""

    def __init__(self, build_dir, *args, columns=80, both=True, env=None, stdin=False):
        self.controller, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM")}
        self.process = subprocess.Popen(
            [build_dir / "bin/rung", *args], stderr=terminal,
            stdin=terminal if stdin else subprocess.DEVNULL,
            stdout=terminal if both else subprocess.DEVNULL,
            env={**clean, "TERM": "xterm", "RUNG_CACHE_DIR": CACHE_DIR, **(env or {})})
        self.terminal = terminal if stdin else None
        if not stdin:
            os.close(terminal)
        self.seen = ""

    def read_until(self, pattern=None, seconds=120) -> str:
        """All that was shown, once it matches; without a pattern up to the end."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if pattern and re.search(pattern, self.seen):
                return self.seen
            if not select.select([self.controller], [], [], 1)[0]:
                continue
            try:
                data = os.read(self.controller, 65536)
            except OSError:  # the other end is closed
                data = b""
            if not data:
                break
            self.seen += data.decode(errors="replace")
        assert not pattern or re.search(pattern, self.seen), self.seen
        return self.seen

    def type_and_wait_until_read(self, line: str, seconds=60):
        """Only with stdin."""
        os.write(self.controller, line.encode())
        self.read_until(line.strip())  # the terminal's echo: it is there to be read
        deadline = time.monotonic() + seconds
        while struct.unpack("i", fcntl.ioctl(self.terminal, termios.FIONREAD, b"\0" * 4))[0]:
            assert time.monotonic() < deadline and self.process.poll() is None
            time.sleep(0.02)

    def end(self) -> int:
        if self.terminal is not None:
            os.close(self.terminal)
            self.terminal = None
        self.read_until()
        return self.process.wait(timeout=120)


def lines_of(shown: str, columns: int) -> list[str]:
    """What stands on the lines of the screen: each redraw begins at the line's start."""
    screen = []
    for line in shown.replace("\r\n", "\n").split("\n"):
        redraws = [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", part) for part in line.split("\r")]
        bars = [part for part in redraws if "%" in part or part.startswith(("load", "compil"))]
        assert all(len(part) < columns for part in bars), bars
        screen.append(redraws[-1])
    return screen


@pytest.mark.parametrize("columns", [0, 20, 40, 80, 200])
def test_the_bar_fits_and_leaves_nothing(build_dir, model, columns):
    terminal = Terminal(build_dir, "generate", "-m", model, "-p", PROMPT, "-n", "2", columns=columns)
    assert terminal.end() == 0, terminal.seen
    screen = lines_of(terminal.seen, columns or 80)
    assert screen[0] == "context capacity: 256 for 5 prompt + up to 2"
    assert screen[1] == " Paris."
    assert re.match(r"5 prompt \+ 2 new tokens, ", screen[2])
    assert screen[3:] == [""]
    assert ("[#" in terminal.seen) == (columns > 20)  # no room for a bar there
    assert ("\x1b[K" in terminal.seen) == (columns > 0)  # nothing is redrawn on unknown widths


def test_a_reply_that_ends_its_line_gets_no_empty_one(build_dir, model):
    terminal = Terminal(build_dir, "generate", "-m", model, "-p", PROMPT, "-n", "3",
                        "--logit-bias", "198+100")  # a line break, whatever the prompt
    assert terminal.end() == 0
    screen = lines_of(terminal.seen, 80)
    assert screen[1:4] == ["", "", ""]
    assert screen[4].startswith("5 prompt + 3 new tokens")


@pytest.mark.parametrize("shell, glued", [("2>&1 | cat", False), ("2>&1 > \"$F\"", None)])
def test_the_summary_begins_a_line_in_a_pipe(build_dir, model, tmp_path, shell, glued):
    out = tmp_path / "out.txt"
    done = subprocess.run(
        ["bash", "-c", f'"$RUNG" generate -m "$MODEL" -p "{PROMPT}" -n 2 {shell}'],
        env={**os.environ, "RUNG": str(build_dir / "bin/rung"), "MODEL": str(model), "F": str(out),
             "RUNG_CACHE_DIR": CACHE_DIR}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert lines[0] == "context capacity: 256 for 5 prompt + up to 2"
    if glued is None:  # two places: the reply stays as it is
        assert out.read_text() == " Paris."
        assert lines[1].startswith("5 prompt + 2 new tokens")
    else:
        assert lines[1] == " Paris."
        assert lines[2].startswith("5 prompt + 2 new tokens")


@pytest.mark.parametrize("no_color, colored", [(None, True), ("", True), ("1", False)])
def test_no_color_is_obeyed(build_dir, model, no_color, colored):
    env = {} if no_color is None else {"NO_COLOR": no_color}
    terminal = Terminal(build_dir, "generate", "-m", model, "-p", PROMPT, "-n", "1", "--log",
                        "debug", env=env)
    assert terminal.end() == 0
    assert "[debug]" in re.sub(r"\x1b\[[0-9;]*m", "", terminal.seen)
    assert bool(re.search(r"\x1b\[[0-9;]*m", terminal.seen)) == colored


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_while_it_compiles_says_so_at_once(build_dir, model, sig):
    terminal = Terminal(build_dir, "generate", "-m", model, "-p", PROMPT, "-n", "1", "--lowering",
                        "portable", "--cache-dir", "off")
    terminal.read_until("loading weights|compiling")
    terminal.process.send_signal(sig)
    before = terminal.read_until("stopping as soon as")
    assert "interrupted while loading" not in before  # the work still goes on
    assert terminal.end() == 128 + sig
    assert "rung: interrupted while loading" in terminal.seen
    shown = terminal.seen.split("a second Ctrl-C ends it at once", 1)[1]
    assert "%" not in shown  # no bar is drawn any more


def test_a_second_ctrl_c_ends_it(build_dir, model):
    terminal = Terminal(build_dir, "generate", "-m", model, "-p", PROMPT, "-n", "1", "--lowering",
                        "portable", "--cache-dir", "off")
    terminal.read_until("loading weights|compiling")
    terminal.process.send_signal(signal.SIGINT)
    terminal.read_until("stopping as soon as")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == -signal.SIGINT


@pytest.mark.parametrize("args", [["generate", "-f", "-"], ["generate", "-p", "-"],
                                  ["perplexity", "-f", "-"]])
def test_ctrl_c_while_it_reads_from_the_terminal_ends_it(build_dir, model, args):
    terminal = Terminal(build_dir, *args, "-m", model, stdin=True)
    terminal.type_and_wait_until_read("Once upon\n")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == -signal.SIGINT


def test_a_terminal_is_no_prompt(build_dir, model):
    terminal = Terminal(build_dir, "generate", "-m", model, stdin=True)
    assert terminal.process.wait(timeout=120) == 2
    terminal.end()
    assert "error: no prompt: give -p TEXT, -p -, -f FILE, or pipe one in" in terminal.seen


def test_a_second_ctrl_c_ends_a_server_that_loads(build_dir, model):
    terminal = Terminal(build_dir, "serve", "--port", "0", "-m", model, "--lowering", "portable",
                        "--cache-dir", "off")
    terminal.read_until("loading weights|compiling")
    terminal.process.send_signal(signal.SIGINT)
    before = terminal.read_until("a further signal ends it at once")
    assert "drained" not in before  # it still loads
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 0
    assert "drained" not in terminal.seen
