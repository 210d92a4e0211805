# Transpose complex dag: what nvFuser asserts of it in TransposeTest.FusionScheduleTransposeComplexDAG1.
# expect: accepted = transpose
# passes: none
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.permute(T0, dims=[0, 2, 1])
    T4 = fd.ops.permute(T1, dims=[1, 0, 2])
    T5 = fd.ops.sigmoid(T1)
    T6 = fd.ops.add(T2, T3)
    T7 = fd.ops.permute(T5, dims=[2, 1, 0])
    T8 = fd.ops.add(T4, T0)
    T9 = fd.ops.relu(T8)
    fd.add_output(T9)
    T10 = fd.ops.sin(T6)
    fd.add_output(T10)
    T11 = fd.ops.permute(T6, dims=[1, 0, 2])
    T12 = fd.ops.add(T7, T11)
    fd.add_output(T12)

inputs = [
    torch.randn(512, 1024, 256, dtype=torch.float32),
    torch.randn(1024, 512, 256, dtype=torch.float32),
    torch.randn(512, 256, 1024, dtype=torch.float32),
]
