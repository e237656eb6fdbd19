#!/usr/bin/env python3
"""Makes bench/text/: English and code of this project, about ten thousand tokens each.

    bench/quality_text.py COMMIT

The texts are fixed once made: figures of different days must speak of the same tokens. They are
Rung's own documents and sources as they stood at COMMIT, so that no model has learnt them by heart
and their licence is ours.
"""

import pathlib
import subprocess
import sys

TEXTS = {
    "english": (32_600, ["README.md", "CONTRIBUTING.md", "docs/architecture.md",
                         "docs/request.md", "docs/server.md", "docs/buckets.md"]),
    "code": (35_200, ["rung/engine/sampler.cc", "rung/context/bucket_set.cc",
                      "tools/fetch_wheels.py", "rung/kernels/thread_pool.cc",
                      "tests/test_serve_batching.py", "rung/tokenizer/bpe_merger.cc",
                      "rung/hlo/index_ops.cc"]),
}


def main() -> None:
    commit = sys.argv[1]
    folder = pathlib.Path(__file__).resolve().parent / "text"
    folder.mkdir(exist_ok=True)
    for name, (size, paths) in TEXTS.items():
        whole = "\n".join(subprocess.run(["git", "show", f"{commit}:{path}"], check=True, text=True,
                                         capture_output=True).stdout for path in paths)
        cut = whole[:whole.rindex("\n", 0, size) + 1]
        (folder / f"{name}.txt").write_text(cut)
        print(f"{name}: {len(cut)} of {len(whole)} characters")


if __name__ == "__main__":
    main()
