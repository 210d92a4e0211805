# NVIDIA/Fuser#851: a broadcast to eight axes and a slice of one of them.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, -1, -1], contiguity=[None, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.broadcast_in_dim(T0, shape=[1, 1, 1, 1, 5, 3, 1, 1], broadcast_dims=[2, 4, 5])
    T2 = fd.ops.slice(T1, start_indices=[0, 0, 0, 0, 2, 0, 0, 0], end_indices=[1, 1, 1, 1, 3, 3, 1, 1])
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((1, 5, 3), dtype=torch.float16, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 1
# expect: run equal
