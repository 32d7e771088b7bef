import { type Issue, kindOf, sentence, type Words, wrongKind } from './issue.ts';

/** Reads a value: pushes what is wrong with it, and returns what it comes to. */
type Read = (value: unknown, issues: Issue[]) => unknown;

/** A plain object, as JSON has them. */
export type Fields = Record<string, unknown>;

type Refusal = { code?: string; message?: string };
type Reading = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };
type Size = (limit: number, words?: Words) => Schema;
type Same = () => Schema;

/** What the contract asks of its schemas, under zod's names. */
type Methods = {
  safeParse: (value: unknown) => Reading;
  parse: (value: unknown) => unknown;
  optional: Same;
  exactOptional: Same;
  nullable: Same;
  nullish: Same;
  meta: Same;
  trim: Same;
  toLowerCase: Same;
  partial: Same;
  default: (instead: unknown) => Schema;
  min: Size;
  max: Size;
  length: Size;
  positive: (words?: Words) => Schema;
  nonnegative: (words?: Words) => Schema;
  int: (words?: Words) => Schema;
  regex: (pattern: RegExp, words?: Words) => Schema;
  refine: (holds: (value: never) => boolean, words?: Words) => Schema;
  superRefine: (look: (value: never, context: { addIssue: (refusal: Refusal) => void }) => void) => Schema;
  transform: (change: (value: never) => unknown) => Schema;
  pipe: (next: Schema) => Schema;
  extend: (more: Record<string, Schema>) => Schema;
  exclude: (words: readonly string[]) => Schema;
  omit: (names: Record<string, true>) => Schema;
};

export type Schema = Methods & {
  read: Read;
  rules: Read[];
  /** Of an object. */
  shape: Record<string, Schema>;
  /** An object may lack it, but not hold `undefined` under its name. */
  lacking: boolean;
  /** Of an enumeration its words, of a union its schemas. */
  options: unknown[];
  /** Of a literal. */
  value: unknown;
  /** Names that a record with such keys must have; null = any. */
  names: readonly string[] | null;
  /** An object must have it, although nothing is asked of its value. */
  demanded: boolean;
  /** The text that a template made of this schema may hold there. */
  pattern: string;
};

/** A schema that reads so; `more` is what else it is asked for. */
export function createSchema(
  read: Read,
  more: Partial<Pick<Schema, 'shape' | 'lacking' | 'options' | 'value' | 'names' | 'demanded' | 'pattern'>> = {},
): Schema {
  return {
    ...methods,
    rules: [],
    shape: {},
    options: [],
    value: undefined,
    names: null,
    demanded: false,
    lacking: false,
    pattern: '',
    ...more,
    read,
  };
}

/** Reads with all rules of the schema. A value of another kind is asked no further. */
export function run(schema: Schema, value: unknown, issues: Issue[]): unknown {
  const own: Issue[] = [];
  let result = schema.read(value, own);
  for (const rule of schema.rules) {
    if (own.some(({ stops }) => stops)) break;
    result = rule(result, own);
  }
  issues.push(...own);
  return result;
}

/** Reads what stands under a name; the path of what is wrong begins with it. */
export function runAt(schema: Schema, value: unknown, name: PropertyKey, issues: Issue[]): unknown {
  const own: Issue[] = [];
  const result = run(schema, value, own);
  for (const issue of own) issues.push({ ...issue, path: [name, ...issue.path] });
  return result;
}

export const isFields = (value: unknown): value is Fields => kindOf(value) === 'object';

/** Keys that the schema does not name are left out. */
export function object(shape: Record<string, Schema>): Schema {
  const fields = Object.entries(shape);
  const read = (value: unknown, issues: Issue[]) => {
    if (!isFields(value)) {
      issues.push(wrongKind('object', value));
      return value;
    }
    const known: Fields = {};
    for (const [name, schema] of fields) {
      if (schema.lacking && !(name in value)) continue;
      if (schema.demanded && !(name in value)) issues.push({ ...wrongKind('nonoptional', undefined), path: [name] });
      const result = runAt(schema, value[name], name, issues);
      if (result !== undefined || name in value) known[name] = result;
    }
    return known;
  };
  return createSchema(read, { shape });
}

/** The text as a part of a pattern that stands for itself. */
export const plain = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One of these words. */
export function fromWords(words: readonly string[], said?: Words): Schema {
  const usual = `Invalid option: expected one of ${words.map((word) => `"${word}"`).join('|')}`;
  const read = (value: unknown, issues: Issue[]) => {
    if (typeof value !== 'string' || !words.includes(value))
      issues.push({ code: 'invalid_value', path: [], message: sentence(said, usual), stops: true });
    return value;
  };
  return createSchema(read, { options: [...words], names: words, pattern: words.map(plain).join('|') });
}

const rule = (schema: Schema, added: Read): Schema => ({ ...schema, rules: [...schema.rules, added] });

const broken = (code: string, message: string): Issue => ({ code, path: [], message, stops: false });

/** What `min` and `max` count, and how zod's sentences call that. */
function sizeOf(value: unknown): { size: number; unit: string } {
  if (typeof value === 'string') return { size: value.length, unit: ' characters' };
  if (Array.isArray(value)) return { size: value.length, unit: ' items' };
  return { size: Number(value), unit: '' };
}

function bound(schema: Schema, limit: number, words: Words, { tooSmall }: { tooSmall: boolean }): Schema {
  return rule(schema, (value, issues) => {
    const { size, unit } = sizeOf(value);
    if (tooSmall ? size >= limit : size <= limit) return value;
    const [fault, sign] = tooSmall ? ['small', '>='] : ['big', '<='];
    const usual = `Too ${fault}: expected ${kindOf(value)} to ${unit === '' ? 'be' : 'have'} ${sign}${limit}${unit}`;
    issues.push(broken(`too_${fault}`, sentence(words, usual)));
    return value;
  });
}

const methods: Methods & ThisType<Schema> = {
  safeParse(value: unknown) {
    const issues: Issue[] = [];
    const data = run(this, value, issues);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  },
  parse(value: unknown): unknown {
    const issues: Issue[] = [];
    const data = run(this, value, issues);
    if (issues.length > 0) throw new Error(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    return data;
  },
  optional(): Schema {
    return createSchema((value, issues) => (value === undefined ? undefined : run(this, value, issues)));
  },
  exactOptional() {
    return createSchema((value, issues) => run(this, value, issues), { lacking: true });
  },
  nullable(): Schema {
    return createSchema((value, issues) => (value === null ? null : run(this, value, issues)));
  },
  nullish(): Schema {
    return this.nullable().optional();
  },
  default(instead: unknown): Schema {
    return createSchema((value, issues) => (value === undefined ? instead : run(this, value, issues)));
  },
  meta(): Schema {
    return this;
  },
  min(limit: number, words?: Words): Schema {
    return bound(this, limit, words, { tooSmall: true });
  },
  max(limit: number, words?: Words): Schema {
    return bound(this, limit, words, { tooSmall: false });
  },
  length(size, words) {
    return this.min(size, words).max(size, words);
  },
  positive(words?: Words): Schema {
    return rule(this, (value, issues) => {
      if (!(Number(value) > 0)) issues.push(broken('too_small', sentence(words, 'Too small: expected number to be >0')));
      return value;
    });
  },
  nonnegative(words?: Words): Schema {
    return this.min(0, words);
  },
  int(words?: Words): Schema {
    return rule(this, (value, issues) => {
      if (Number.isSafeInteger(value)) return value;
      const usual = `Invalid input: expected int, received ${kindOf(value)}`;
      issues.push({ ...broken('invalid_type', sentence(words, usual)), stops: !Number.isInteger(value) });
      return value;
    });
  },
  regex(pattern: RegExp, words?: Words): Schema {
    return rule(this, (value, issues) => {
      pattern.lastIndex = 0;
      if (pattern.test(String(value))) return value;
      issues.push(broken('invalid_format', sentence(words, `Invalid string: must match pattern ${pattern}`)));
      return value;
    });
  },
  trim(): Schema {
    return rule(this, (value) => String(value).trim());
  },
  toLowerCase(): Schema {
    return rule(this, (value) => String(value).toLowerCase());
  },
  refine(holds: (value: never) => boolean, words?: Words): Schema {
    return rule(this, (value, issues) => {
      const path = typeof words === 'object' ? (words.path ?? []) : [];
      if (!ask(holds, value)) issues.push({ ...broken('custom', sentence(words, 'Invalid input')), path });
      return value;
    });
  },
  superRefine(look: (value: never, context: { addIssue: (refusal: Refusal) => void }) => void): Schema {
    return rule(this, (value, issues) => {
      const addIssue = ({ code = 'custom', message = 'Invalid input' }: Refusal) => issues.push(broken(code, message));
      ask((known) => look(known, { addIssue }), value);
      return value;
    });
  },
  transform(change: (value: never) => unknown): Schema {
    return this.pipe(createSchema((value) => ask(change, value)));
  },
  pipe(next: Schema): Schema {
    return createSchema((value, issues) => {
      const own: Issue[] = [];
      const first = run(this, value, own);
      issues.push(...own.map((issue) => ({ ...issue, stops: true })));
      return own.length > 0 ? first : run(next, first, issues);
    });
  },
  extend(more: Record<string, Schema>): Schema {
    return object({ ...this.shape, ...more });
  },
  omit(names: Record<string, true>): Schema {
    return object(Object.fromEntries(Object.entries(this.shape).filter(([name]) => !(name in names))));
  },
  exclude(words) {
    return fromWords((this.names ?? []).filter((name) => !words.includes(name)));
  },
  partial(): Schema {
    return object(Object.fromEntries(Object.entries(this.shape).map(([name, schema]) => [name, schema.optional()])));
  },
};

/** The contract's own functions take the type that the rules before them made sure of; here it is not known to the compiler. */
function ask<T>(own: (value: never) => T, value: unknown): T {
  return Reflect.apply(own, undefined, [value]);
}
