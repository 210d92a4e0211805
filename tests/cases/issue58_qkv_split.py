# NVIDIA/Fuser#58: query, key and value heads are slices of one input; six kernels were made where one is enough.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[16, 128, 1024])
    T2 = fd.ops.reshape(T1, new_shape=[16, 128, 16, 64])
    T3 = fd.ops.permute(T2, dims=[0, 2, 1, 3])
    fd.add_output(T3)
    T4 = fd.ops.slice(T0, start_indices=[0, 0, 1024], end_indices=[16, 128, 2048])
    T5 = fd.ops.reshape(T4, new_shape=[16, 128, 16, 64])
    T6 = fd.ops.permute(T5, dims=[0, 2, 1, 3])
    fd.add_output(T6)
    T7 = fd.ops.slice(T0, start_indices=[0, 0, 2048], end_indices=[16, 128, 3072])
    T8 = fd.ops.reshape(T7, new_shape=[16, 128, 16, 64])
    T9 = fd.ops.permute(T8, dims=[0, 2, 1, 3])
    fd.add_output(T9)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((16, 128, 3072), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 1
# expect: kernels <= 1
# expect: run equal in 128 MiB
