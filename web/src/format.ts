// Numbers, sizes and types as people read them. Pure.

const kUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

const grouped = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits });

/** `2,320 B`, `256 MiB`, `1.5 GiB`: plain bytes up to 10,000. */
export function bytes(count: number): string {
  let value = Math.abs(count);
  let unit = 0;
  while (value >= (unit === 0 ? 10_000 : 1024 * 10) && unit < kUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  if (unit > 0 && value < 1) { value *= 1024; unit--; }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${count < 0 ? '−' : ''}${grouped(value, digits)} ${kUnits[unit]}`;
}

/** With its sign: `+16 B`, `−43 MiB`. */
export function bytesDelta(count: number): string {
  return count > 0 ? `+${bytes(count)}` : bytes(count);
}

export function number(value: number): string {
  return grouped(value).replace('-', '−');
}

/** `0.7%`, `43%`. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const value = (100 * part) / whole;
  return `${grouped(value, Math.abs(value) < 10 ? 1 : 0).replace('-', '−')}%`;
}

export function plural(count: number, word: string): string {
  return `${number(count)} ${word}${count === 1 ? '' : 's'}`;
}

export function milliseconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

const kShort: Record<string, string> = {
  Float: 'f32', Half: 'f16', BFloat16: 'bf16', Double: 'f64', Int: 'i64', Int32: 'i32', Bool: 'bool',
  ComplexFloat: 'c64', ComplexDouble: 'c128', Float8_e4m3fn: 'f8e4m3', Float8_e5m2: 'f8e5m2',
};

/** `f32` for `Float`. */
export function shortType(dtype: string): string {
  return kShort[dtype] ?? dtype;
}

/** `f32 [2, 32]`. */
export function typeAndShape(dtype: string, shape: readonly number[]): string {
  return `${shortType(dtype)} [${shape.join(', ')}]`;
}

/** A…Z, AA…: what the segment at a place is called. */
export function letter(segment: number): string {
  let name = '';
  for (let i = segment + 1; i > 0; i = Math.floor((i - 1) / 26)) name = String.fromCharCode(65 + ((i - 1) % 26)) + name;
  return name;
}

/** `inner_persistent` as `Inner persistent`. */
export function title(name: string): string {
  const spaced = name.replace(/_/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What the core says as a diagnostic or reason, as a sentence of its own. */
export function sentence(message: string): string {
  const begun = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
