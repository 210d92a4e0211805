# Products by group of narrow blocks, with the quantization of their operand: known, not built.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    mat1 = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.BFloat16)
    mat2 = fd.define_tensor(shape=[-1, -1, -1], contiguity=True, dtype=DataType.Float4_e2m1fn)
    scale2 = fd.define_tensor(shape=[-1, -1, -1], contiguity=True, dtype=DataType.Float8_e4m3fn)
    alpha = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    sizes = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Int32)
    offsets = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Int32)
    blocks = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Int32)
    narrow, scale1 = fd.ops.nv_grouped_block_quantize(mat1, offsets, blocks)
    out = fd.ops.cutlass_nvfp4_grouped_mm(narrow, mat2, scale1, scale2, alpha, sizes, offsets, blocks)
    fd.add_output(out)
