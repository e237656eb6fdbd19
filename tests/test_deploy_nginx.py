"""deploy/nginx.conf in front of a real server: streams flow, limits hold, hang-ups cancel."""

import http.client
import json
import pathlib
import re
import shutil
import socket
import subprocess
import time

import openai
import pytest
from serving import PROMPT, fault_env

# Not in third_party/apt-packages.txt: Debian starts an nginx on port 80 when it installs one.
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="no nginx here")

# What /etc/nginx/nginx.conf is around a file of conf.d, for one user and one directory.
MAIN = """
daemon off;
master_process off;
pid {dir}/pid;
error_log {dir}/error.log;
events {{}}
http {{
  client_body_temp_path {dir}/body;
  proxy_temp_path {dir}/proxy;
  fastcgi_temp_path {dir}/fastcgi;
  uwsgi_temp_path {dir}/uwsgi;
  scgi_temp_path {dir}/scgi;
  include {dir}/rung.conf;
}}
"""


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Proxy:
    """nginx as a child, with deploy/nginx.conf moved to other ports and a directory."""

    def __init__(self, conf: str, directory: pathlib.Path, upstream: int):
        self.dir = directory
        self.port = free_port()
        for old, new in (("server 127.0.0.1:8080;", f"server 127.0.0.1:{upstream};"),
                         ("listen 80;", f"listen 127.0.0.1:{self.port};"),
                         ("/var/log/nginx/rung.log", f"{directory}/access.log")):
            assert conf.count(old) == 1, old
            conf = conf.replace(old, new)
        (directory / "rung.conf").write_text(conf)
        (directory / "nginx.conf").write_text(MAIN.format(dir=directory))
        self.command = [NGINX, "-p", str(directory), "-e", f"{directory}/error.log", "-c",
                        f"{directory}/nginx.conf"]
        self.process = None

    def start(self) -> "Proxy":
        self.process = subprocess.Popen(self.command)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return self
            except OSError:
                assert self.process.poll() is None and time.monotonic() < deadline, self.errors
                time.sleep(0.02)

    @property
    def errors(self) -> str:
        return (self.dir / "error.log").read_text()

    def client(self, **options) -> openai.OpenAI:
        return openai.OpenAI(base_url=f"http://127.0.0.1:{self.port}/v1", api_key="none",
                             timeout=300, **{"max_retries": 0, **options})

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()


@pytest.fixture(scope="module")
def start_proxy(source_dir, tmp_path_factory):
    conf = (source_dir / "deploy/nginx.conf").read_text()
    started = []

    def start(upstream: int) -> Proxy:
        started.append(Proxy(conf, tmp_path_factory.mktemp("nginx"), upstream))
        return started[-1].start()

    yield start
    for proxy in started:
        proxy.stop()


@pytest.fixture(scope="module")
def proxy(start_proxy, server):
    return start_proxy(server.port)


def test_nginx_finds_nothing_wrong(source_dir, tmp_path):
    proxy = Proxy((source_dir / "deploy/nginx.conf").read_text(), tmp_path, 8080)
    done = subprocess.run([*proxy.command, "-t"], capture_output=True, text=True)
    assert done.returncode == 0 and "[warn]" not in done.stderr, done.stderr


def test_sizes_and_times_fit_the_server(source_dir, rung):
    conf = (source_dir / "deploy/nginx.conf").read_text()
    help_text = rung("serve", "--help").out

    def default(flag):
        return float(re.search(rf"^ +{flag} [A-Z]+=([\d.]+)\b", help_text, re.MULTILINE)[1])

    assert int(re.search(r"client_max_body_size (\d+);", conf)[1]) == default("--max-body-bytes")
    assert int(re.search(r"keepalive_timeout (\d+)s;", conf)[1]) < default("--idle-timeout")
    assert re.search(r"proxy_read_timeout 1h;", conf)  # --request-timeout has no limit of its own


def test_an_event_arrives_before_the_last_is_made(start_server, start_proxy, build_dir, model):
    """The device stands still in the middle of six tokens; what was made before is there by then."""
    # Calls: the probe of the start, a prefill, a decode for each further token.
    plan = "PJRT_LoadedExecutable_Execute@5:delay=8000"
    server = start_server("-m", model, "-c", "64", env=fault_env(build_dir, plan))
    proxy = start_proxy(server.wait_until_compiled().port)
    options = {"model": "", "prompt": PROMPT, "max_tokens": 6, "temperature": 0}
    events = iter(proxy.client().completions.create(**options, stream=True))
    text = next(events).choices[0].text
    assert server.request_lines() == [], "the first event came when all were made"
    text += "".join(event.choices[0].text for event in events)
    assert text == server.text(**options)
    assert len(server.request_lines()) == 2
    assert server.stop() == 0


def test_streamed_equals_unstreamed(proxy, server):
    options = {"model": "", "prompt": "Once upon a time", "max_tokens": 40, "temperature": 0.8,
               "seed": 5}
    expected = server.text(**options)
    assert proxy.client().completions.create(**options).choices[0].text == expected
    stream = proxy.client().completions.create(**options, stream=True)
    assert "".join(event.choices[0].text for event in stream) == expected


def test_a_body_at_the_limit_passes_and_a_larger_one_is_refused_as_json(proxy):
    with pytest.raises(openai.BadRequestError) as error:  # Rung's: no capacity holds it
        proxy.client().completions.create(model="", prompt="x" * (8388608 - 200), max_tokens=1)
    assert error.value.body["code"] == "context_length_exceeded"
    with pytest.raises(openai.APIStatusError) as error:
        proxy.client().completions.create(model="", prompt="x" * 8388608, max_tokens=1)
    assert error.value.status_code == 413
    assert error.value.body["type"] == "invalid_request_error"
    assert "8388608 bytes" in error.value.body["message"]


@pytest.mark.parametrize("stream", [True, False])
def test_a_hang_up_behind_the_proxy_cancels(proxy, server, stream):
    server.wait_until_idle()
    before = server.metric("cancelled_total")
    connection = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=60)
    body = {"prompt": PROMPT, "max_tokens": 4000, "ignore_eos": True, "stream": stream}
    connection.request("POST", "/v1/completions", body=json.dumps(body),
                       headers={"Content-Type": "application/json"})
    if stream:
        connection.getresponse().readline()
    while not server.metric("num_requests_running"):
        time.sleep(0.02)
    connection.close()
    deadline = time.monotonic() + 60
    while server.metric("cancelled_total") == before:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    server.wait_until_idle()
    assert server.request_lines()[-1]["finish"] == "cancelled"


def test_a_public_name_and_one_id(proxy, server):
    answer = proxy.client().completions.with_raw_response.create(
        model="", prompt=PROMPT, max_tokens=1,
        extra_headers={"Host": "rung.example", "X-Request-Id": "trace-77"})
    assert answer.headers["X-Request-Id"] == "trace-77"
    answer = proxy.client().completions.with_raw_response.create(model="", prompt=PROMPT,
                                                                 max_tokens=1)
    own = answer.headers["X-Request-Id"]
    log = (proxy.dir / "access.log").read_text().splitlines()
    assert log[-2].endswith(" id=trace-77") and log[-1].endswith(f" id={own}")


def test_errors_of_the_server_pass_through(proxy):
    with pytest.raises(openai.BadRequestError) as error:
        proxy.client().completions.create(model="", prompt=PROMPT, max_tokens=5000)
    assert error.value.body["code"] == "context_length_exceeded"


def test_the_metrics_are_there_for_the_machine_itself(proxy):
    done = subprocess.run(["curl", "-s", f"http://127.0.0.1:{proxy.port}/metrics"],
                          capture_output=True, text=True)
    assert "rung_num_requests_running" in done.stdout


def test_without_the_server_clients_are_told_to_retry(start_proxy):
    proxy = start_proxy(free_port())
    with pytest.raises(openai.InternalServerError) as error:
        proxy.client().completions.create(model="", prompt=PROMPT, max_tokens=1)
    assert error.value.status_code == 503
    assert error.value.response.headers["Retry-After"]
    assert json.loads(error.value.response.text)["error"]["type"] == "unavailable_error"
