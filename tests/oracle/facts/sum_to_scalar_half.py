# Sum to scalar half: what nvFuser asserts of it in ReductionNoODim.Test.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2 = fd.ops.sum(T1, dims=[0], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.cast(T2, dtype=DataType.Half)
    fd.add_output(T3)

inputs = [
    torch.randn(65536, dtype=torch.float16),
]
