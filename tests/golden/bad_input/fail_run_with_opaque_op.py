# An op that is not built cannot be run.
with FusionDefinition() as fd:
    i = fd.define_tensor(shape=[16], contiguity=True, dtype=DataType.Int)
    w = fd.define_tensor(shape=[100, 64], contiguity=True, dtype=DataType.Float)
    fd.add_output(fd.ops.embedding_fwd(i, w))
inputs = [torch.randint(0, 100, (16,)), torch.randn(100, 64)]
