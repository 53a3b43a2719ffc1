"""replay.py: a step of training, recorded once and then replayed by the GPU on its own.

A small network has thousands of small kernels. Starting them one by one takes longer than running them. A recording
(a CUDA graph) starts all of them at once. It holds for one shape of the input, so steps should have few shapes.
"""
from collections import Counter

import torch

FIRST = 1  # steps of a shape that run in the ordinary way first, so that libraries can set up what they need


class Recording:
    """The kernels of function(step), on a step of its own, which is overwritten each time."""

    def __init__(self, function, step, pool, stream):
        self.step = step.to("cuda")
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph, pool=pool, stream=stream, capture_error_mode="thread_local"):
            function(self.step)

    def replay(self, step):
        for own, given in zip(self.step.tensors(), step.tensors()):
            own.copy_(given, non_blocking=True)
        self.graph.replay()


class Replayed:
    """Runs like function. function returns nothing: it changes tensors in place."""

    def __init__(self, function):
        self.function = function
        self.pool = torch.cuda.graph_pool_handle()
        self.stream = torch.cuda.Stream()
        self.seen = Counter()
        self.recordings = {}

    def __call__(self, step):
        shape = tuple(part.shape for part in step.tensors())
        self.seen[shape] += 1
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            self.do(step, shape)
        torch.cuda.current_stream().wait_stream(self.stream)

    def do(self, step, shape):
        if self.seen[shape] <= FIRST:
            self.function(step.to("cuda"))
            return
        if shape not in self.recordings:
            self.recordings[shape] = Recording(self.function, step, self.pool, self.stream)
        self.recordings[shape].replay(step)
