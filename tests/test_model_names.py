"""What -m may say, what a path that cannot be had is told, and the ids that the API has for it."""

import json
import os
import subprocess
import urllib.parse

import pytest

OLDER, NEWER = "1" * 40, "2" * 40
PROMPT = {"prompt": "The capital of France is", "max_tokens": 1}


def assert_refused(result, *parts):
    assert (result.code, len(result.err_lines)) == (2, 1), result.err
    for part in parts:
        assert part in result.err, result.err


@pytest.fixture
def hub(tmp_path, model):
    """A hub cache whose older snapshot holds the model and whose newer one holds something else."""
    repository = tmp_path / "hub/models--org--name"
    for commit, age in ((OLDER, 9000), (NEWER, 0)):
        snapshot = repository / "snapshots" / commit
        snapshot.mkdir(parents=True)
        blob = repository / "blobs" / commit
        blob.parent.mkdir(exist_ok=True)
        if commit == OLDER:
            blob.symlink_to(model)
        else:
            blob.write_text("no model")
        (snapshot / "m.gguf").symlink_to(f"../../blobs/{commit}")
        time = snapshot.stat().st_mtime - age
        os.utime(snapshot, (time, time))
    (repository / "refs/refs/pr").mkdir(parents=True)
    (repository / "refs/main").write_text(OLDER)
    (repository / "refs/refs/pr/1").write_text(NEWER + "\n")
    return repository


@pytest.fixture
def plan(rung, hub, tmp_path):
    """`rung buckets` of a name: it reads the file's header and loads no weights."""

    def run(name, **kwargs):
        return rung("buckets", "-m", name, env={"HF_HUB_CACHE": str(hub.parent)}, cwd=tmp_path,
                    **kwargs)

    return run


@pytest.mark.parametrize("name", [
    "org/name", "org/name/m.gguf", "org/name@main", f"org/name@{OLDER}", "org/name@1111111",
    "org/name@main/m.gguf", "org/name@1111111/m.gguf"])
def test_main_is_what_refs_main_names(plan, name):
    result = plan(name)
    assert result.code == 0, result.err


@pytest.mark.parametrize("name", [
    f"org/name@{NEWER}", "org/name@2222222", "org/name@refs/pr/1", "org/name@refs/pr/1/m.gguf"])
def test_a_revision_is_the_one_that_was_named(plan, name):
    assert_refused(plan(name), f"snapshots/{NEWER}/m.gguf")


@pytest.mark.parametrize("name,parts", [
    ("org/name@v2", ["no such revision", "main", OLDER]),
    ("org/name/gone.gguf", ["no file gone.gguf", "m.gguf"]),
    ("org/name:Q4_K_M", ["no file for Q4_K_M", "m.gguf"]),
    ("org/name@../../x", ["a commit, a branch or refs/pr/NUMBER"]),
    ("org/other", ["models--org--other"]),
    ("~/m.gguf", ["only a shell expands"]),
])
def test_what_is_not_there_is_said(plan, name, parts):
    assert_refused(plan(name), *parts)


def test_a_ref_is_never_a_path(plan, hub, model):
    (hub.parent.parent / "outside").mkdir()
    (hub.parent.parent / "outside/m.gguf").symlink_to(model)
    (hub / "refs/main").write_text("../../../outside")
    assert_refused(plan("org/name"), "refs/main", "no commit")


def test_a_local_path_goes_first(plan, tmp_path):
    (tmp_path / "org").mkdir()
    (tmp_path / "org/name").write_text("no model either")
    assert_refused(plan("org/name"), "org/name: ", "GGUF")


def test_variables_of_the_hub_have_their_home_expanded(rung, hub, tmp_path):
    for env in ({"HF_HUB_CACHE": "~/hub"}, {"HF_HOME": "~"}, {"HF_HOME": "~/"}):
        result = rung("buckets", "-m", "org/name", env={"HOME": str(tmp_path), **env})
        assert result.code == 0, result.err
    assert_refused(rung("buckets", "-m", "org/name", cwd=hub.parent, env={
        "HF_HUB_CACHE": "", "HF_HOME": "", "HOME": "/nonexistent", "XDG_CACHE_HOME": ""}),
        "tried /nonexistent/")


@pytest.fixture
def unprivileged(build_dir):
    """Runs bin/rung without root's right to enter and read everything."""
    drop = []
    if os.geteuid() == 0:
        rights = "-dac_override,-dac_read_search"
        drop = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"]

    def run(*args, **env):
        return subprocess.run([*drop, build_dir / "bin/rung", *args], capture_output=True,
                              text=True, timeout=300, env={**os.environ, **env})

    return run


def test_a_directory_that_may_not_be_entered_is_not_an_empty_one(unprivileged, model, tmp_path):
    private = tmp_path / "private"
    (private / "models--org--name").mkdir(parents=True)
    (private / "file").write_text("x")
    generate = ("generate", "-m", model, "-p", "x", "-n", "1")
    runs = [
        (("buckets", "-m", private / "m.gguf"), {}),
        (("buckets", "-m", private), {}),
        (("buckets", "-m", "org/name"), {"HF_HUB_CACHE": str(private)}),
        (("generate", "-m", model, "-f", private / "file"), {}),
        (("perplexity", "-m", model, "-f", private / "file"), {}),
        (("serve", "-m", model, "--port", "0", "--api-key-file", private / "file"), {}),
        (("cache", "--cache-dir", private / "cache"), {}),
        ((*generate, "--plugin-path", private / "plugin.so"), {"RUNG_LOWERING": "portable"}),
    ]
    private.chmod(0)
    try:
        results = [(args, unprivileged(*args, **env)) for args, env in runs]
        cached = unprivileged(*generate, "--cache-dir", private / "cache")
    finally:
        private.chmod(0o700)
    for args, result in results:
        assert (result.returncode, result.stderr.count("\n")) == (2, 1), (args, result.stderr)
        assert "Permission denied" in result.stderr and str(private) in result.stderr, args
    # The cache is a help and no more: without it programs are compiled.
    assert cached.returncode == 0
    assert cached.stderr.count("Permission denied") == 1


@pytest.mark.parametrize("name,model_id", [
    (b"mod\xe8le", "mod\ufffdle"), (b"a\nb\"c\x1b[0m", "a\ufffdb\"c\ufffd[0m"),
    ("modèle 日本".encode(), "modèle 日本")])
def test_the_id_that_is_told_is_taken_back(start_server, model, tmp_path, name, model_id):
    path = os.fsencode(tmp_path) + b"/" + name + b".gguf"
    os.symlink(os.fsencode(model), path)
    server = start_server("-m", path, "-c", "64").wait_until_ready()
    (card,) = json.loads(server.request("GET", "/v1/models")[2])["data"]
    assert card["id"] == model_id
    status, _, body = server.request("GET", "/v1/models/" + urllib.parse.quote(card["id"], safe=""))
    assert (status, json.loads(body)["id"]) == (200, model_id)
    status, _, body = server.request("POST", "/v1/completions", {**PROMPT, "model": card["id"]})
    assert (status, json.loads(body)["model"]) == (200, model_id)
    assert json.loads(server.request("GET", "/")[2])["model"] == model_id
    assert server.stop() == 0
    log = server.log_path.read_bytes().decode()  # strictly: no byte that is no UTF-8
    assert [line for line in log.split("\n") if line.startswith("ready at")][0].endswith(
        f"/v1 model={model_id}")
    assert "\x1b" not in log


@pytest.mark.parametrize("alias", [b"mod\xe8le", b"a\nb"])
def test_an_alias_is_text_of_one_line(rung, model, alias):
    assert_refused(rung("serve", "-m", model, "--port", "0", "--alias", alias), "--alias")


def test_errors_stay_one_line(rung, tmp_path):
    path = tmp_path / "a\nb\x1b[31m.gguf"
    path.write_text("no model")
    assert_refused(rung("buckets", "-m", path), r"a\nb\u001b[31m.gguf")


def test_a_key_file_as_windows_writes_it(start_server, rung, model, tmp_path):
    keys = tmp_path / "keys"
    keys.write_bytes(b"\xef\xbb\xbffirst\r\nsecond\r\n")
    server = start_server("-m", model, "-c", "64", "--api-key-file", keys).wait_until_ready()
    for key, status in (("first", 200), ("second", 200), ("third", 401)):
        headers = {"Authorization": f"Bearer {key}"}
        assert server.request("GET", "/v1/models", headers=headers)[0] == status
    assert server.stop() == 0
    serve = ("serve", "-m", model, "--port", "0", "--api-key-file")
    keys.write_bytes(b"first\nsec ret\n")
    result = rung(*serve, keys)
    assert_refused(result, str(keys), "line 2")
    assert "ret" not in result.err.replace(str(keys), "")
    assert_refused(rung(*serve, tmp_path), str(tmp_path), "is a directory")


@pytest.mark.parametrize("variable", ["RUNG_CACHE_DIR", "RUNG_PLUGIN_PATH", "MLXCEL_XLA_DEVICE"])
def test_what_only_a_shell_expands_is_refused(rung, model, tmp_path, variable):
    for value in ("~/x", "$HOME/x"):
        result = rung("generate", "-m", model, "-p", "x", "-n", "1", cwd=tmp_path,
                      env={variable: value})
        assert_refused(result, f"{variable} {value}", "only a shell expands")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("args", [
    ("generate", "-p", "x", "--model=~/m.gguf"), ("generate", "-p", "x", "--cache-dir=~/cache"),
    ("generate", "--file=~/prompt"), ("perplexity", "--file=~/text"), ("cache", "--cache-dir=~/c"),
    ("serve", "--port", "0", "--api-key-file=~/keys"),
    ("perplexity", "-f", "/dev/null", "--kl-divergence-base=~/logits")])
def test_flags_with_what_only_a_shell_expands(rung, tmp_path, args):
    assert_refused(rung(*args, cwd=tmp_path), "~", "only a shell expands")
    assert list(tmp_path.iterdir()) == []
