# Cast meta cast output between: what nvFuser asserts of it in PresegTest.FusionTestCastOptimizationMetaOp1.
# expect: segments = 1
# passes: nvfuser
# kind: preseg
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 4], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Double)
    T4 = fd.ops.reshape(T1, new_shape=[8])
    fd.add_output(T4)
    T5 = fd.ops.cast(T4, dtype=DataType.Float)
    fd.add_output(T5)

inputs = [
    torch.randn(2, 4, dtype=torch.float32),
]
