# Rank3 plus rank4: what nvFuser asserts of it in AdvancedIndexingTest.3.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Float, is_cpu=False)
    S2 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T3 = fd.ops.add(T0, S2)
    T4 = fd.ops.add(T3, T1)
    fd.add_output(T4)

inputs = [
    torch.randn(4, 7, 8, dtype=torch.float32),
    torch.randn(3, 4, 7, 8, dtype=torch.float32),
]
