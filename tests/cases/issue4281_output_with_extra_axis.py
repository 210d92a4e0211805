# NVIDIA/Fuser#4281: a reduction beside an output with an axis the reduction never sees; cutting them apart was ten times faster.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.broadcast_in_dim(T1, shape=[1024, 1024], broadcast_dims=[0])
    T3 = fd.ops.add(T0, T2)
    T4 = fd.ops.broadcast_in_dim(T3, shape=[512, 1024, 1024], broadcast_dims=[1, 2])
    T5 = fd.ops.max(T3, dims=[1], keepdim=True, dtype=DataType.Null)
    T6 = fd.ops.exp(T4)
    fd.add_output(T6)
    T7 = fd.ops.broadcast_in_dim(T5, shape=[1024, 1024], broadcast_dims=[0, 1])
    T8 = fd.ops.sub(T3, T7)
    fd.add_output(T8)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((1024, 1024), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((1024,), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: apart T5 T6
# expect: run equal
