// Numbers that a rule compared, with their unit. Pure.
import { bytes, number } from '../format';

/** `256 KiB`, `128 elements`, `3`. */
export function formatAmount(value: number, unit: string): string {
  if (unit === 'bytes') return bytes(value);
  return unit === '' ? number(value) : `${number(value)} ${unit}`;
}
