# Copy into other input: what nvFuser asserts of it in AliasTest.InplaceUpdate.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: alias
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    fd.add_output(T1, T0)

inputs = [
    torch.randn(2, 3, dtype=torch.float32),
    torch.randn(2, 3, dtype=torch.float32),
]
