// The devices that can be asked for, as the core's device table names them, and the rule sets with their words.

export const kDevices: readonly (readonly [string, string])[] = [
  ['h200', 'H200'], ['h100', 'H100'], ['a100', 'A100'], ['b200', 'B200'], ['rtx4090', 'RTX 4090'],
  ['rtx5090', 'RTX 5090'], ['none', 'No limits'],
];

export const kRuleSets = [['nvfuser', 'nvfuser'], ['extended', 'extended']] as const;
