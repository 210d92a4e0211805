# Sum axes 2 0 with size1: what nvFuser asserts of it in Gpu3Test.Reduction3DWithBroadcast.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, 1], contiguity=[True, True, True, None], dtype=DataType.Double, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[2, 0], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

inputs = [
    torch.randn(8, 7, 5, 1, dtype=torch.float64),
]
