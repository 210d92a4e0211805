// The examples that can be opened.
export function ExamplePicker() {
  return null;
}

/** What is shown to somebody who comes for the first time. */
export function firstExample(): { text: string; name: string } {
  return { name: 'sum, broadcast, add', text: kFirst };
}

const kFirst = `import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id1(fd: FusionDefinition) -> None:
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
`;
