/** Narrowing of the model's untyped JSON: each function returns the value as the type it names or says what is wrong. */
export type Json = Readonly<Record<string, unknown>>;

const wrong = (what: string, kind: string) => new Error(`The model is not as expected: ${what} is not ${kind}`);

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asRecord(value: unknown, what: string): Json {
  if (!isRecord(value)) throw wrong(what, 'an object');
  return value;
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(what, 'a list');
  return value;
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw wrong(what, 'a text');
  return value;
}

/** 64-bit integers come as decimal texts in protobuf's JSON. */
export function asNumber(value: unknown, what: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrong(what, 'a number');
  return number;
}

/** Follows keys into nested objects; undefined where one is missing. */
export function dig(value: unknown, ...keys: string[]): unknown {
  let at = value;
  for (const key of keys) at = isRecord(at) ? at[key] : undefined;
  return at;
}
