# Grouped block quantize: what nvFuser asserts of it in LayoutOpTest.GroupedBlockQuantizeOp.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: quantize
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Int32, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Int32, is_cpu=False)
    T3, T4 = fd.ops.nv_grouped_block_quantize(T0, T1, T2, None)
    T5 = fd.ops.cast(T3, dtype=DataType.Float)
    fd.add_output(T5)
    fd.add_output(T4)

inputs = [
    torch.randn(512, 144, dtype=torch.float32),
    torch.randint(0, 3, (3,), dtype=torch.int32),
    torch.randint(0, 3, (3,), dtype=torch.int32),
]
