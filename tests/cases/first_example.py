# The first example of the project: a row sum, its broadcast, and an add over rows of another length.
import torch
from nvfuser import FusionDefinition, DataType


def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1],
                          contiguity=[True, True],
                          dtype=DataType.Float,
                          is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1],
                          contiguity=[True, True],
                          dtype=DataType.Float,
                          is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Float)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.add(T1, T3)
    fd.add_output(T4)


with FusionDefinition() as fd:
    nvfuser_fusion_id1(fd)

inputs = [
    torch.randn(2, 32, dtype=torch.float32, device='cuda:0'),
    torch.randn(2, 128, dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 2
# expect: map g0 = {0: 0, 2: 3}
# expect: map g1 = {0: 1, 1: 3, 2: 4}
# expect: members g0 = sum broadcast
# expect: members g1 = add
# expect: line g0 = fd.add_output(T2)
# expect: line g1 = T1 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
# expect: line g1 = T2 = fd.ops.add(T0, T1)
# expect: scheduler g0 = reduction
# expect: scheduler g1 = pointwise
# expect: extended segments = 1
# expect: run equal
