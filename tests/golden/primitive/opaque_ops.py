# The composite forms that are not built: batch norm, embedding, block quantization and the grouped product are each a node of their own, named in a warning.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 8, 6, 6], contiguity=True, dtype=DataType.Float)
    T1 = fd.define_tensor(shape=[16], contiguity=True, dtype=DataType.Int)
    T2 = fd.define_tensor(shape=[100, 64], contiguity=True, dtype=DataType.BFloat16)
    S3 = fd.define_scalar(0.1, dtype=DataType.Double)
    S4 = fd.define_scalar(1e-05, dtype=DataType.Double)
    T5, T6, T7 = fd.ops.batch_norm(T0, None, None, None, None, S3, S4, training=True, channels_last=False)
    T8 = fd.ops.embedding_fwd(T1, T2)
    T9, T10 = fd.ops.nv_block_quantize(T8)
    fd.add_output(T5)
    fd.add_output(T9)
    fd.add_output(T10)

inputs = [torch.randn(4, 8, 6, 6), torch.randint(0, 100, (16,), dtype=torch.int64), torch.randn(100, 64, dtype=torch.bfloat16)]
