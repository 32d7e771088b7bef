import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Schema } from './schema.ts';

/** Ids that the server has given for a noun so far: most of the generated ones are of these, so that something is there. */
export type Ids = string[];

const texts = [
  ...['Correct-horse-9', 'free', 'development', 'off'],
  ...['', ' ', '\0', 'a\0b', '\ud800', '\u202eevil', '🍐', 'ﬀ', 'null', 'undefined', 'NaN', '-1', '1e309', '0x10', '%00', '%'],
  ...["' or 1=1 --", '{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd', '__proto__', 'constructor', 'x'.repeat(6_000)],
  ...['http://127.0.0.1:9/x.png', 'https://localhost/', 'https://[::1]/', 'https://169.254.169.254/', 'javascript:alert(1)'],
  ...['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '+275760-09-13T00:00:00.000Z', '2026-11-21T12:00:00+14:00'],
];
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

/** What programs send that are broken, or meant to break. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null], deep(10), deep(60)),
  fc.constant({ toString: 1, constructor: null, length: -1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

function stringOf({ format, pattern, enum: _enum, minLength = 0, maxLength }: Schema, ids: Ids): fc.Arbitrary<string> {
  const given = fc.nat().map((n) => ids[n % Math.max(1, ids.length)] ?? randomUUID());
  if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: given }, fc.uuid());
  if (format === 'date')
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((time) => time.toISOString());
  if (format === 'email') return fc.emailAddress();
  const longest = Math.max(minLength, Math.min(maxLength ?? 60, 60));
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
    fc.constantFrom(...texts).filter((text) => text.length >= minLength && text.length <= (maxLength ?? 10_000)),
  );
  if (pattern === undefined) return any;
  const wanted = new RegExp(pattern, 'u');
  const plain = /\\p\{/.test(pattern) ? fc.string({ minLength, maxLength: longest }) : fc.stringMatching(wanted);
  return plain.filter((text) => wanted.test(text) && text.length >= minLength && text.length <= (maxLength ?? 10_000));
}

/** Values that a schema lets through. */
export function valid(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const one = schema.anyOf ?? schema.oneOf;
  if (one) return fc.oneof(...one.map((each) => valid(each, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1, minItems = 0, maxItems = 5 } = schema;
  switch ([schema.type].flat()[0]) {
    case 'string':
      return stringOf(schema, ids);
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((each) => valid(each, ids)));
      const item = typeof schema.items === 'object' ? schema.items : {};
      return fc.array(valid(item, ids), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) });
    }
    case 'object': {
      const { required = [], properties = {} } = schema;
      const fields = Object.entries(properties).map(([name, inner]): [string, fc.Arbitrary<unknown>] => [
        name,
        valid(inner, ids),
      ]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) });
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** What a schema lets through with one thing wrong: a field of another kind, missing, or that nobody knows. */
export function spoiled(schema: Schema, ids: Ids): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return hostile;
  const one = fc.constantFrom(...names);
  const whole = valid(schema, ids).map((value) => (typeof value === 'object' && value !== null ? { ...value } : {}));
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(whole, one, hostile).map(([value, name, wrong]) => ({ ...value, [name]: wrong })) },
    fc.tuple(whole, one).map(([value, gone]) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone))),
    fc.tuple(whole, fc.string(), hostile).map(([value, name, more]) => ({ ...value, [name]: more })),
  );
}
