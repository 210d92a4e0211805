# Two transposes with unaries: what nvFuser asserts of it in TransposeTest.FusionScheduleTransposeSinTransposeCos.
# expect: accepted = transpose
# passes: none
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.permute(T0, dims=[2, 1, 0])
    T2 = fd.ops.sin(T1)
    T3 = fd.ops.permute(T2, dims=[0, 2, 1])
    T4 = fd.ops.cos(T3)
    fd.add_output(T4)

inputs = [
    torch.randn(256, 1024, 1024, dtype=torch.float32),
]
