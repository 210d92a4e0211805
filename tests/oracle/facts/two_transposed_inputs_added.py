# Two transposed inputs added: what nvFuser asserts of it in TransposeTest.FusionScheduleTransposeMultipleInput.
# expect: accepted = transpose
# passes: none
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.permute(T0, dims=[2, 1, 0])
    T3 = fd.ops.permute(T1, dims=[2, 1, 0])
    T4 = fd.ops.add(T2, T3)
    T5 = fd.ops.sin(T4)
    fd.add_output(T5)

inputs = [
    torch.randn(256, 1024, 1024, dtype=torch.float32),
    torch.randn(256, 1024, 1024, dtype=torch.float32),
]
