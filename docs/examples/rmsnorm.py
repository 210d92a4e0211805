# RMS norm: the mean of squares scales a row, and a weight scales each column. Written in the direct dialect.
import torch
from nvfuser_direct import FusionDefinition, DataType


def nvfuser_fusion(fd : FusionDefinition) -> None :
    tv0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    tv1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    tv2 = fd.ops.cast(tv0, dtype=DataType.Float)
    tv3 = fd.ops.mul(tv2, tv2)
    tv4 = fd.ops.sum(tv3, dims=[1], dtype=DataType.Float)
    tv5 = fd.ops.broadcast(tv4, is_broadcast_dim=[False, True])
    tv6 = fd.ops.div(tv5, 1024.0)
    tv7 = fd.ops.add(tv6, 1e-6)
    tv8 = fd.ops.rsqrt(tv7)
    tv9 = fd.ops.mul(tv2, tv8)
    tv10 = fd.ops.broadcast(tv1, is_broadcast_dim=[True, False])
    tv11 = fd.ops.cast(tv10, dtype=DataType.Float)
    tv12 = fd.ops.mul(tv9, tv11)
    tv13 = fd.ops.cast(tv12, dtype=DataType.BFloat16)
    fd.add_output(tv13)
    fd.add_output(tv8)


with FusionDefinition() as fd:
    nvfuser_fusion(fd)

inputs = [
    torch.randn(96, 1024, dtype=torch.bfloat16, device='cuda:0'),
    torch.randn(1024, dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)
