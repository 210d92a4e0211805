# Softmax over rows, forward and backward: two definitions in one script, each with inputs of its own.
import torch
from nvfuser_direct import FusionDefinition, DataType


def softmax_forward(fd: FusionDefinition) -> None:
    tv0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    tv1 = fd.ops.cast(tv0, dtype=DataType.Float)
    tv2 = fd.ops.max(tv1, dims=[1])
    tv3 = fd.ops.broadcast(tv2, is_broadcast_dim=[False, True])
    tv4 = fd.ops.sub(tv1, tv3)
    tv5 = fd.ops.exp(tv4)
    tv6 = fd.ops.sum(tv5, dims=[1], dtype=DataType.Float)
    tv7 = fd.ops.broadcast(tv6, is_broadcast_dim=[False, True])
    tv8 = fd.ops.reciprocal(tv7)
    tv9 = fd.ops.mul(tv5, tv8)
    tv10 = fd.ops.cast(tv9, dtype=DataType.BFloat16)
    fd.add_output(tv10)


def softmax_backward(fd: FusionDefinition) -> None:
    grad = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    probability = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    grad = fd.ops.cast(grad, dtype=DataType.Float)
    probability = fd.ops.cast(probability, dtype=DataType.Float)
    product = fd.ops.mul(grad, probability)
    total = fd.ops.sum(product, dims=[1], keepdim=True)
    shifted = fd.ops.sub(grad, total)
    result = fd.ops.mul(probability, shifted)
    result = fd.ops.cast(result, dtype=DataType.BFloat16)
    fd.add_output(result)


with FusionDefinition() as fd:
    softmax_forward(fd)

inputs1 = [
    torch.randn(192, 640, dtype=torch.bfloat16, device="cuda:0"),
]
fd.execute(inputs1)

with FusionDefinition() as fd:
    softmax_backward(fd)

inputs2 = [
    torch.randn(192, 640, dtype=torch.bfloat16, device="cuda:0"),
    torch.rand(192, 640, dtype=torch.bfloat16, device="cuda:0"),
]
fd.execute(inputs2)
