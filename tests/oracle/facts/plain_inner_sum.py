# Plain inner sum: what nvFuser asserts of it in NVFuserTest.InnerReductionUnrollVectorization.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

inputs = [
    torch.randn(256, 10240, dtype=torch.float32),
]
