# NVIDIA/Fuser#5542: cross entropy backward over a vocabulary of 32,064; wherever it is cut, the narrow logits cross, not their upcast.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8192, 32064], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[8192], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T2 = fd.define_tensor(shape=[8192, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[8192, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T4 = fd.ops.cast(T0, dtype=DataType.Float)
    T5 = fd.ops.broadcast_in_dim(T2, shape=[8192, 32064], broadcast_dims=[0, 1])
    T6 = fd.ops.sub(T4, T5)
    T7 = fd.ops.broadcast_in_dim(T3, shape=[8192, 32064], broadcast_dims=[0, 1])
    T8 = fd.ops.sub(T6, T7)
    T9 = fd.ops.exp(T8)
    S10 = fd.define_scalar(32064, dtype=DataType.Int)
    S11 = fd.define_scalar(0, dtype=DataType.Int)
    S12 = fd.define_scalar(1, dtype=DataType.Int)
    T13 = fd.ops.iota(S10, S11, S12, dtype=DataType.Int)
    T14 = fd.ops.broadcast_in_dim(T13, shape=[8192, 32064], broadcast_dims=[1])
    T15 = fd.ops.broadcast_in_dim(T1, shape=[8192, 32064], broadcast_dims=[0])
    T16 = fd.ops.eq(T14, T15)
    S17 = fd.define_scalar(1.0, dtype=DataType.Double)
    S18 = fd.define_scalar(0.0, dtype=DataType.Double)
    T19 = fd.ops.where(T16, S17, S18)
    T20 = fd.ops.sub(T9, T19)
    S21 = fd.define_scalar(0.0001220703125, dtype=DataType.Double)
    T22 = fd.ops.mul(T20, S21)
    T23 = fd.ops.cast(T22, dtype=DataType.BFloat16)
    fd.add_output(T23)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((8192, 32064), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((8192,), dtype=torch.int64, device='cuda:0'),
    torch.testing.make_tensor((8192, 1), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((8192, 1), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: crossing never = Float [8192, 32064]
# expect: run equal
