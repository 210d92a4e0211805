# Sum inner strided: what nvFuser asserts of it in Gpu1Test.FusionReductionScheduler_CUDA.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

inputs = [
    torch.randn(80, 4096, dtype=torch.float32),
]
