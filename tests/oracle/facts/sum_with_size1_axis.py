# Sum with size1 axis: what nvFuser asserts of it in Gpu2Test.FusionReduceImplicitBroadcast_CUDA.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[80, 4096, 1], contiguity=[False, False, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1, 2], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

inputs = [
    torch.randn(80, 4096, 1, dtype=torch.float32),
]
