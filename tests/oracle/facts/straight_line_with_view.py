# Straight line with view: what nvFuser asserts of it in AliasTest.DoNotOverSegment_Straightline.
# expect: segments = 1
# passes: nvfuser
# kind: alias
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.add(T0, T0)
    T2 = fd.ops.permute(T1, dims=[1, 0])
    T3 = fd.ops.mul(T2, T2)
    fd.add_output(T1)
    fd.add_output(T2)
    fd.add_output(T3)

inputs = [
    torch.randn(2, 3, dtype=torch.float32),
]
