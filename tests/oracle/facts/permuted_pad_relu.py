# Permuted pad relu: what nvFuser asserts of it in PointwiseTest.VectorizePadLoweringPermuted.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1024, 1024], contiguity=[True, True], dtype=DataType.Float, is_cpu=False, stride_order=[0, 1])
    T4 = fd.ops.pad(T0, [4, 4], None)
    T5 = fd.ops.relu(T4)
    fd.add_output(T5)

inputs = [
    torch.randn(1048576, dtype=torch.float32).as_strided((1024, 1024), (1, 1024)),
]
