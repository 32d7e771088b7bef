type Def = Record<string, unknown> & { type: string };

const isDef = (value: unknown): value is Def =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** zod's own description of a schema. */
function defOf(schema: unknown): Def {
  const def: unknown = typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'def') : undefined;
  if (!isDef(def)) throw new Error('This is no schema of zod');
  return def;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const entries = (value: unknown): [string, unknown][] => Object.entries(typeof value === 'object' && value !== null ? value : {});

const texts: Record<string, string> = {
  uuid: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
  email: 'ada@example.com',
  url: 'https://example.com/',
  datetime: '2026-11-21T10:00:00.000Z',
  date: '2026-11-21',
};

/** Texts that pass the patterns and rules of the contract; the first one that does is taken. */
const candidates = [
  'sample',
  'Sample-pass-1',
  '12345',
  '123456',
  '1234',
  'https://example.com/hook',
  'ada@example.com',
  'AAAA',
  'image/png',
  'USD',
  '0'.repeat(64),
];
const numbers = [1, 0, 0.5, 10, 100];

function fitting(schema: unknown, values: readonly unknown[]): unknown {
  const safeParse: unknown = typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'safeParse') : undefined;
  if (typeof safeParse !== 'function') return values[0];
  return values.find((value) => Reflect.apply(safeParse, schema, [value]).success) ?? values[0];
}

/** The value, and the same without one of its fields: some can only be given one by one. */
const wholeAndParts = (value: Record<string, unknown>): unknown[] => [
  value,
  ...Object.keys(value).map((left) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== left))),
];

/** The same with 0 for every number: some can only be low together. */
const allZero = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, inner) => (typeof inner === 'number' ? 0 : inner));

/** A value that the schema of zod accepts, with every optional part in it. @throws Error when its kind is not known here */
export function sampleOf(schema: unknown): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return fitting(
        schema,
        wholeAndParts(Object.fromEntries(entries(def.shape).map(([name, inner]) => [name, sampleOf(inner)]))),
      );
    case 'array':
      return fitting(
        schema,
        [1, 10].map((length) => Array.from({ length }, () => sampleOf(def.element))),
      );
    case 'tuple':
      return list(def.items).map(sampleOf);
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType);
    case 'pipe':
      return fitting(schema, [sampleOf(defOf(def.in).type === 'transform' ? def.out : def.in), ...candidates]);
    case 'union':
      return sampleOf(list(def.options)[0]);
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return list(def.values)[0];
    case 'record': {
      const names = defOf(def.keyType).type === 'enum' ? Object.values(defOf(def.keyType).entries ?? {}) : ['name'];
      const sample = Object.fromEntries(names.map((name) => [name, sampleOf(def.valueType)]));
      return fitting(schema, [sample, allZero(sample)]);
    }
    case 'string':
      return fitting(schema, typeof def.format === 'string' ? [texts[def.format], ...candidates] : candidates);
    case 'number':
      return fitting(schema, numbers);
    case 'template_literal':
      return fitting(schema, ['within:nudity']);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'unknown':
      return { any: [1] };
    default:
      throw new Error(`A sample of ${def.type} is not known`);
  }
}
