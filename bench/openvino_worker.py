"""Runs OpenVINO GenAI for peers.py, inside the scratch environment; loads the model once.

A line {"prompt": P, "new": N} on standard input is answered by one with seconds to the first token
and seconds per further token. Prompts are random ids, so that no cache knows them.
"""

import json
import random
import sys

import numpy
import openvino
import openvino_genai


def main() -> None:
    model, threads = sys.argv[1], int(sys.argv[2])
    pipeline = openvino_genai.LLMPipeline(model, "CPU", INFERENCE_NUM_THREADS=threads)
    config = openvino_genai.GenerationConfig(ignore_eos=True, do_sample=False)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        ids = numpy.array([random.sample(range(1000, 40000), order["prompt"])], dtype=numpy.int64)
        config.max_new_tokens = order["new"]
        inputs = openvino_genai.TokenizedInputs(openvino.Tensor(ids),
                                                openvino.Tensor(numpy.ones_like(ids)))
        metrics = pipeline.generate(inputs, config).perf_metrics
        answer = {"first": metrics.get_ttft().mean / 1e3}
        if order["new"] > 1:
            answer["next"] = metrics.get_tpot().mean / 1e3
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
