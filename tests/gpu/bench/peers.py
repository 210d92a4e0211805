# PyTorch on the computations of the benchmark set, timed as gpu_bench times ours: events around one call, the cache emptied
# before each by writing 256 MiB, the median of 25. One engine a process; a case is a line of JSON. Says why where there is
# nothing to measure, and stops in time.
import argparse
import json
import statistics
import sys
import time

REPETITIONS = 25
FLUSH_BYTES = 256 << 20
HEADS = 32


def functions(torch):
    """By form: how inputs are made from (rows, columns, dtype), and the computation."""
    nn = torch.nn.functional

    def randn(*shape):
        return lambda r, c, t: torch.randn(*[{"R": r, "C": c, "H": HEADS, "1": 1}[axis] for axis in shape], dtype=t, device="cuda")

    def indices(*shape):
        return lambda r, c, t: torch.randint(0, c, [{"R": r, "C": c}[axis] for axis in shape], device="cuda")

    def layer_norm(x, w, b):
        mean = x.float().mean(1, keepdim=True)
        inverse = (x.float().var(1, keepdim=True, correction=0) + 1e-5).rsqrt()
        return ((x.float() - mean) * inverse * w + b).to(x.dtype), mean, inverse

    def layer_norm_backward(g, x, w, mean, inverse):
        grad = g.float()
        normal = (x - mean) * inverse
        part = grad * w
        inner = part.sum(1, keepdim=True) + normal * (part * normal).sum(1, keepdim=True)
        return ((part - inner) * inverse).to(g.dtype), (grad * normal).sum(0), grad.sum(0)

    def rms_norm(x, w):
        wide = x.float()
        return (wide * (wide.square().mean(1, keepdim=True) + 1e-6).rsqrt() * w).to(x.dtype)

    def rms_norm_residual(x, residual, w):
        wide = x.float() + residual
        return (wide * (wide.square().mean(1, keepdim=True) + 1e-6).rsqrt() * w).to(x.dtype), wide.to(x.dtype)

    def rms_norm_backward(g, x, w, inverse):
        grad = g.float()
        normal = x.float() * inverse
        part = grad * w
        inner = normal * (part * normal).mean(1, keepdim=True)
        return ((part - inner) * inverse).to(g.dtype), (grad * normal).sum(0)

    def batch_norm(x, w):
        wide = x.float()
        inverse = (wide.var(0, keepdim=True, correction=0) + 1e-5).rsqrt()
        return ((wide - wide.mean(0, keepdim=True)) * inverse * w).to(x.dtype)

    def rope(x, cosine, sine):
        half = x.shape[-1] // 2
        return x * cosine + torch.cat([-x[..., half:], x[..., :half]], -1) * sine

    def chain(x):
        wide = x.float()
        for _ in range(11):
            wide = wide.sin().cos()
        return wide.to(x.dtype)

    def adam(p, g, m, v):
        m.mul_(0.9).add_(g, alpha=0.1)
        v.mul_(0.999).addcmul_(g, g, value=0.001)
        p.sub_(0.001 * m / (v.sqrt() + 1e-8))
        return p

    rows, row, column = randn("R", "C"), randn("C"), randn("R", "1")
    return {
        "silu_mul": ([rows, rows], lambda x, y: nn.silu(x) * y),
        "gelu_bias": ([rows, row], lambda x, b: nn.gelu(x + b)),
        "sine_cosine_chain": ([rows], chain),
        "broadcast_add": ([rows, row], lambda x, b: x + b),
        "softmax": ([rows], lambda x: torch.softmax(x, 1)),
        "layer_norm": ([rows, row, row], layer_norm),
        "layer_norm_backward": ([rows, rows, row, column, column], layer_norm_backward),
        "rms_norm": ([rows, row], rms_norm),
        "rms_norm_residual": ([rows, rows, row], rms_norm_residual),
        "rms_norm_backward": ([rows, rows, row, column], rms_norm_backward),
        "cross_entropy": ([rows, indices("R")], lambda x, y: nn.cross_entropy(x.float(), y, reduction="none")),
        "row_sum": ([rows], lambda x: x.float().sum(1)),
        "column_sum": ([rows], lambda x: x.float().sum(0)),
        "transpose_relu": ([rows, randn("C", "R")], lambda x, y: torch.relu(x.t() + y)),
        "batch_norm_channels_last": ([rows, row], batch_norm),
        "rope": ([randn("H", "R", "C"), rows, rows], rope),
        "adam": ([rows, rows, rows, lambda r, c, t: torch.rand(r, c, dtype=t, device="cuda")], adam),
        "index_select": ([rows, indices("R")], lambda x, i: x.index_select(0, i)),
        "scatter_add": ([rows, indices("R", "C"), rows], lambda x, i, y: x.scatter_add(1, i, y)),
        "small_add": ([rows, rows], lambda x, y: x + y),
    }


def engine_of(torch, engine, function):
    if engine == "eager":
        return function
    torch._dynamo.reset()
    if engine == "compile":
        return torch.compile(function, dynamic=False)
    torch._inductor.config.coordinate_descent_tuning = True
    return torch.compile(function, dynamic=False, mode="max-autotune-no-cudagraphs")


def measure(torch, function, inputs, flush):
    times = []
    for _ in range(3):
        function(*inputs)
    for _ in range(REPETITIONS):
        flush.zero_()
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        function(*inputs)
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1000)
    times.sort()
    return statistics.median(times), times[len(times) // 5], times[-1 - len(times) // 5]


def say(**fields):
    print(json.dumps({"figure": "peer", **fields}), flush=True)


def run_case(torch, engine, name, flush):
    form, dtype, size = name.split()
    rows, columns = (int(extent) for extent in size.split("x"))
    makers, function = functions(torch)[form]
    kind = {"Float": torch.float32, "BFloat16": torch.bfloat16, "Half": torch.float16}[dtype]
    inputs = [make(rows, columns, kind) for make in makers]
    begin = time.monotonic()
    ready = engine_of(torch, engine, function)
    ready(*inputs)
    torch.cuda.synchronize()
    first = time.monotonic() - begin
    median, low, high = measure(torch, ready, inputs, flush)
    say(name=name, engine=engine, microseconds=median, p20=low, p80=high, first_call_seconds=first)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--engine", required=True, choices=["eager", "compile", "max-autotune"])
    arguments.add_argument("--cases", required=True)
    arguments.add_argument("--seconds", type=float, default=100)
    arguments.add_argument("--dry-run", action="store_true")
    options = arguments.parse_args()
    names = open(options.cases).read().splitlines()
    try:
        import torch
    except ImportError as error:
        return say(engine=options.engine, skipped=str(error))
    known = functions(torch)
    unknown = [name for name in names if name.split()[0] not in known]
    if unknown:
        sys.exit(f"no computation of {unknown}")
    if options.dry_run or not torch.cuda.is_available():
        return say(engine=options.engine, torch=torch.__version__, skipped="dry run" if options.dry_run else "no GPU")
    say(engine=options.engine, torch=torch.__version__, gpu=torch.cuda.get_device_name())
    flush = torch.empty(FLUSH_BYTES, dtype=torch.uint8, device="cuda")
    end = time.monotonic() + options.seconds
    for name in names:
        if time.monotonic() > end:
            say(name=name, engine=options.engine, skipped="no time left")
            continue
        try:
            with torch.no_grad():
                run_case(torch, options.engine, name, flush)
        except Exception as error:
            say(name=name, engine=options.engine, failed=f"{type(error).__name__}: {error}"[:300])
        torch.cuda.empty_cache()


main()
