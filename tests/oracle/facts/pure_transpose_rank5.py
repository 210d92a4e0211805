# Pure transpose rank5: what nvFuser asserts of it in TransposeTest.UnswitchPredicateIssueRepro667.
# expect: accepted = transpose
# passes: none
# kind: transpose
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1, -1], contiguity=[True, True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.permute(T0, dims=[0, 4, 2, 3, 1])
    T2 = fd.ops.permute(T1, dims=[3, 1, 2, 0, 4])
    fd.add_output(T2)

inputs = [
    torch.randn(2, 7, 102400, 4, 5, dtype=torch.float32),
]
