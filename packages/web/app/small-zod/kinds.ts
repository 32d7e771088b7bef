import { type Issue, kindOf, sentence, type Words, wrongKind } from './issue.ts';
import { createSchema, type Fields, isFields, plain, run, runAt, type Schema } from './schema.ts';

export { fromWords as enum, object } from './schema.ts';

const kind = (expected: string) => (words?: Words) =>
  createSchema((value, issues) => {
    if (kindOf(value) !== expected || Math.abs(Number(value)) === Number.POSITIVE_INFINITY)
      issues.push(wrongKind(expected, value, words));
    return value;
  });

export const string = kind('string');
export const number = kind('number');
export const boolean = kind('boolean');
const nothing = kind('null');

export { nothing as null };
export const unknown = () => createSchema((value) => value, { demanded: true });
export const int = (words?: Words) => number(words).int(words);

export function array(element: Schema): Schema {
  return createSchema((value, issues) => {
    if (Array.isArray(value)) return value.map((item, at) => runAt(element, item, at, issues));
    issues.push(wrongKind('array', value));
    return value;
  });
}

/** So many elements, each of its own kind. */
export function tuple(elements: Schema[]): Schema {
  return createSchema((value, issues) => {
    if (Array.isArray(value) && value.length === elements.length)
      return elements.map((element, at) => runAt(element, value[at], at, issues));
    issues.push(wrongKind('tuple', value));
    return value;
  });
}

type Plain = string | number | boolean;

/** Exactly this, or one of these. */
export function literal(allowed: Plain | readonly Plain[]): Schema {
  const known: readonly unknown[] = Array.isArray(allowed) ? allowed : [allowed];
  const words = known.map((one) => JSON.stringify(one)).join('|');
  const message = known.length === 1 ? `Invalid input: expected ${words}` : `Invalid option: expected one of ${words}`;
  const read = (value: unknown, issues: Issue[]) => {
    if (!known.includes(value)) issues.push({ code: 'invalid_value', path: [], message, stops: true });
    return value;
  };
  return createSchema(read, { value: known[0], pattern: known.map((one) => plain(String(one))).join('|') });
}

export function union(options: Schema[]): Schema {
  const read = (value: unknown, issues: Issue[]) => {
    const near: { result: unknown; own: Issue[] }[] = [];
    for (const option of options) {
      const own: Issue[] = [];
      const result = run(option, value, own);
      if (own.length === 0) return result;
      if (!own.some(({ stops }) => stops)) near.push({ result, own });
    }
    // The one option of the right kind says what is wrong.
    const [only] = near;
    if (only && near.length === 1) {
      issues.push(...only.own);
      return only.result;
    }
    issues.push({ code: 'invalid_union', path: [], message: 'Invalid input', stops: true });
    return value;
  };
  return createSchema(read, { options });
}

/** The name that tells them apart only makes the search shorter; at most one option fits. */
export const discriminatedUnion = (_name: string, options: Schema[]): Schema => union(options);

function recordOf(keys: Schema, element: Schema, { whole }: { whole: boolean }): Schema {
  return createSchema((value, issues) => {
    if (!isFields(value)) {
      issues.push(wrongKind('record', value));
      return value;
    }
    const known: Fields = {};
    for (const name of new Set([...(whole ? (keys.names ?? []) : []), ...Object.keys(value)])) {
      const own: Issue[] = [];
      run(keys, name, own);
      if (own.length > 0) issues.push({ code: 'invalid_key', path: [name], message: 'Invalid key in record', stops: true });
      else known[name] = runAt(element, value[name], name, issues);
    }
    return known;
  });
}
/** With an enumeration as keys: every one of them must be there. */
export const record = (keys: Schema, element: Schema): Schema => recordOf(keys, element, { whole: true });
export const partialRecord = (keys: Schema, element: Schema): Schema => recordOf(keys, element, { whole: false });

export const preprocess = (change: (value: unknown) => unknown, next: Schema): Schema =>
  createSchema((value, issues) => run(next, change(value), issues));

function text(pattern: RegExp, name: string, words?: Words): Schema {
  return string(words).regex(pattern, sentence(words, `Invalid ${name}`));
}

export function templateLiteral(parts: readonly (string | Schema)[]): Schema {
  const pattern = parts.map((part) => (typeof part === 'string' ? plain(part) : `(${part.pattern})`)).join('');
  return text(new RegExp(`^${pattern}$`), 'input');
}

const idPattern =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-(0{4}-){3}0{12}|f{8}-(f{4}-){3}f{12})$/i;
const emailPattern = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const day =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))';
const dayPattern = new RegExp(`^${day}$`);
const timePattern = new RegExp(`^${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?Z$`);

const base64Pattern = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;

export const base64 = (words?: Words): Schema => text(base64Pattern, 'base64-encoded string', words);
export const uuid = (words?: Words): Schema => text(idPattern, 'UUID', words);
export const email = (words?: Words): Schema => text(emailPattern, 'email address', words);
export const url = (words?: Words): Schema =>
  string(words).refine((value: string) => URL.canParse(value.trim()), sentence(words, 'Invalid URL'));
export const iso = {
  datetime: (words?: Words): Schema => text(timePattern, 'ISO datetime', words),
  date: (words?: Words): Schema => text(dayPattern, 'ISO date', words),
};
export const coerce = {
  number: (words?: Words): Schema => preprocess((value) => (value === undefined ? value : Number(value)), number(words)),
};

export const safeParse = (schema: Schema, value: unknown) => schema.safeParse(value);
