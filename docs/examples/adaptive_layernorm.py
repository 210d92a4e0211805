# Layer norm without weights, then scale and shift that a diffusion transformer computes for every sample.
import torch
from nvfuser_direct import FusionDefinition, DataType


def adaptive_layernorm(fd: FusionDefinition) -> None:
    tokens = fd.define_tensor(shape=[-1, -1, -1], contiguity=True, dtype=DataType.Half)
    scale = fd.define_tensor(shape=[-1, 1, -1], contiguity=[False, None, True], dtype=DataType.Half)
    shift = fd.define_tensor(shape=[-1, 1, -1], contiguity=[False, None, True], dtype=DataType.Half)
    x = fd.ops.cast(tokens, dtype=DataType.Float)
    variance, mean = fd.ops.var_mean(x, dims=[2], correction=0, keepdim=True)
    x = fd.ops.sub(x, mean)
    variance = fd.ops.add(variance, 1e-6)
    deviation = fd.ops.rsqrt(variance)
    x = fd.ops.mul(x, deviation)
    s = fd.ops.cast(scale, dtype=DataType.Float)
    s = fd.ops.add(1.0, s)
    x = fd.ops.mul(x, s)
    b = fd.ops.cast(shift, dtype=DataType.Float)
    x = fd.ops.add(x, b)
    x = fd.ops.cast(x, dtype=DataType.Half)
    fd.add_output(x)


with FusionDefinition() as fd:
    adaptive_layernorm(fd)

# Scale and shift are two thirds of one projection of 6 * 256 features.
inputs = [
    torch.randn(2, 150, 256, dtype=torch.float16, device="cuda:0"),
    torch.randn(1792, dtype=torch.float16, device="cuda:0").as_strided((2, 1, 256), (1536, 1536, 1)),
    torch.randn(1792, dtype=torch.float16, device="cuda:0").as_strided((2, 1, 256), (1536, 1536, 1)),
]
fd.execute(inputs)
