# SwiGLU: x * sigmoid(x) * y, where x and y are the two halves of one projection, so each row is strided.
import torch
from nvfuser_direct import FusionDefinition, DataType


with FusionDefinition() as fd:
    gate = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.BFloat16, is_cpu=False)
    up = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.BFloat16, is_cpu=False)
    x = fd.ops.cast(gate, dtype=DataType.Float)
    s = fd.ops.neg(x)
    s = fd.ops.exp(s)
    s = fd.ops.add(1.0, s)
    s = fd.ops.reciprocal(s)
    x = fd.ops.mul(x, s)
    y = fd.ops.cast(up, dtype=DataType.Float)
    z = fd.ops.mul(x, y)
    z = fd.ops.cast(z, dtype=DataType.BFloat16)
    fd.add_output(z)

inputs = [
    torch.randn(97536, dtype=torch.bfloat16, device='cuda:0').as_strided((64, 768), (1536, 1)),
    torch.randn(97536, dtype=torch.bfloat16, device='cuda:0').as_strided((64, 768), (1536, 1)),
]
fd.execute(inputs)
