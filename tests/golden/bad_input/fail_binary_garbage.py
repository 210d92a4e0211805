# Bytes that are no text, in the middle of a definition.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
    b = fd.ops.neg(a)  
    fd.add_output(b)
