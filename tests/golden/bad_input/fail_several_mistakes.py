# All mistakes of a text are told, each where it is.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -2], contiguity=True, dtype=DataType.Float)
    b = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float
    c = fd.ops.ad(b, b)
    d = fd.ops.cast(b, dtype=DataType.Halff)
    e = fd.ops.sum(b, dims=[0], keepdims=True)
    fd.add_output(f)
inputs = [torch.randn(4)]
