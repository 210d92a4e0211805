# A text without a definition.
import torch
x = torch.randn(4)
print(x + 1)
