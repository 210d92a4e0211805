# Slice of index then take: what nvFuser asserts of it in ResizeTest.DoNotFuseResizeAndIndexOps.
# expect: segments = 2
# because: pointwise by R.RESIZE_PLUS_INDEX
# because: resize by R.RESIZE_PLUS_INDEX
# passes: nvfuser
# kind: index
# confidence: high
# not asserted: [pointwise, expr_eval]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[128, 4095], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[1, 4096], contiguity=[None, True], dtype=DataType.Int, is_cpu=False)
    T11 = fd.ops.slice(T1, start_indices=[0, 1], end_indices=[1, 4096], strides=[1, 1], manual_normalization=0)
    T12 = fd.ops.take_along_axis(T0, T11, dim=0)
    fd.add_output(T12)

inputs = [
    torch.randn(128, 4095, dtype=torch.float32),
    torch.randint(0, 128, (1, 4096), dtype=torch.int64),
]
