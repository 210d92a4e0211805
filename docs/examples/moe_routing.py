# Routing of tokens to experts: the best expert of each token, tokens an expert gets, where each expert's tokens begin, the order of tokens.
import torch
from nvfuser_direct import FusionDefinition, DataType


def route(fd: FusionDefinition) -> None:
    logits = fd.define_tensor(shape=[256, 16], contiguity=[True, True], dtype=DataType.BFloat16)
    tokens = fd.define_tensor(shape=[256, 64], contiguity=[True, True], dtype=DataType.BFloat16)
    best, expert = fd.ops.topk(logits, 1, dim=1, largest=True, sorted=True)
    weight = fd.ops.cast(best, dtype=DataType.Float)
    weight = fd.ops.sigmoid(weight)
    zeros = fd.ops.full(shape=[256, 16], fill_value=0, dtype=DataType.Int)
    mask = fd.ops.scatter(zeros, expert, 1, dim=1)
    count = fd.ops.sum(mask, dims=[0], dtype=DataType.Int)
    begin = fd.ops.cumsum(count, dim=0)
    begin = fd.ops.sub(begin, count)
    flat = fd.ops.reshape(expert, new_shape=[256])
    order = fd.ops.argsort(flat, dim=0, descending=False, stable=True)
    scaled = fd.ops.cast(tokens, dtype=DataType.Float)
    scaled = fd.ops.mul(scaled, weight)
    scaled = fd.ops.cast(scaled, dtype=DataType.BFloat16)
    grouped = fd.ops.index_select(scaled, order, dim=0)
    fd.add_output(grouped)
    fd.add_output(begin)
    fd.add_output(order)


with FusionDefinition() as fd:
    route(fd)

inputs = [
    torch.randn(256, 16, dtype=torch.bfloat16, device="cuda:0"),
    torch.randn(256, 64, dtype=torch.bfloat16, device="cuda:0"),
]
fd.execute(inputs)
