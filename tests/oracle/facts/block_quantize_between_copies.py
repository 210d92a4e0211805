# Block quantize between copies: what nvFuser asserts of it in BlockQuantizationCanScheduleTests.CanRuntimeScheduleFailFromNoVectorization.
# expect: accepted = pointwise
# passes: none
# kind: quantize
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.set(T0)
    T2, T3 = fd.ops.nv_block_quantize(T1, None)
    T4 = fd.ops.set(T2)
    fd.add_output(T3)
    fd.add_output(T4)

inputs = [
    torch.randn(1024, 1024, dtype=torch.float32),
]
