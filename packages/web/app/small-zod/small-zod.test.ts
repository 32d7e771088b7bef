import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sampleOf } from './sample-of.ts';

type Result = { success: boolean; data?: unknown; error?: { issues: { path: PropertyKey[]; message: string }[] } };
type Parser = { safeParse: (value: unknown) => Result };

const isParser = (value: unknown): value is Parser =>
  typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function';

const real = await import('@clearframe/contract');
vi.resetModules();
vi.doMock('zod', () => import('./small-zod.ts'));
const small = await import('@clearframe/contract');
afterAll(() => vi.doUnmock('zod'));

/** Every schema of the contract by name: what it exports, and what each endpoint takes and answers. */
function parsersOf(contract: typeof real): Map<string, Parser> {
  const found = new Map<string, Parser>();
  for (const [name, value] of Object.entries(contract)) if (isParser(value)) found.set(name, value);
  for (const [name, endpoint] of Object.entries(contract.endpoints))
    for (const [part, value] of Object.entries(endpoint)) if (isParser(value)) found.set(`${name}.${part}`, value);
  return found;
}

/** What may stand in the place of any value: of another kind, too small, too large, nearly right. */
const strangers: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  '',
  ' ',
  'x',
  ' Ada@Example.com ',
  '12 34 56',
  '2026-02-30',
  '2026-02-28T10:00:00Z',
  '2026-02-28T10:00Z',
  'https://example.com/a',
  'within:nudity',
  'upload',
  'a'.repeat(10_000),
  [],
  [1],
  ['x', 'x'],
  {},
  { other: 1 },
];

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The value with a stranger in the place of each of its parts in turn, and with each part left out. */
function* variants(value: unknown): Generator<unknown> {
  yield* strangers;
  if (!isFields(value)) return;
  if (Array.isArray(value)) {
    for (const inner of variants(value[0])) yield [inner];
    return;
  }
  for (const name of Object.keys(value)) {
    for (const inner of variants(value[name])) yield { ...value, [name]: inner };
    const { [name]: _left, ...rest } = value;
    yield rest;
  }
}

/** What a page can see of a reading: the value, or of what a form sends the first sentence of each field in its order. */
function seen({ success, data, error }: Result, sentences: boolean): unknown {
  if (success || !sentences) return { success, data };
  const first = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0] ?? '');
    if (!first.has(field)) first.set(field, message);
  }
  return [...first];
}

const smallParsers = parsersOf(small);

describe('the zod of the browser', () => {
  it('knows every schema of the contract', () => {
    expect([...smallParsers.keys()]).toEqual([...parsersOf(real).keys()]);
    expect(smallParsers.size).toBeGreaterThan(150);
  });

  it.each([...parsersOf(real)])('reads %s as zod does, whatever is sent', (name, parser) => {
    const sample = sampleOf(parser);
    expect(parser.safeParse(sample), 'the sample is right').toMatchObject({ success: true });
    const other = smallParsers.get(name);
    // What is wrong with an answer is nobody's business: the page says 'Unknown error'.
    const sentences = !name.endsWith('.data') && (name.includes('.') || name.endsWith('Input'));
    for (const value of [sample, ...variants(sample)]) {
      const found = seen(other?.safeParse(value) ?? { success: false }, sentences);
      const wanted = seen(parser.safeParse(value), sentences);
      if (!isDeepStrictEqual(found, wanted)) expect(found, JSON.stringify(value)?.slice(0, 300)).toEqual(wanted);
    }
  });

  it('names the options that pages show in the same order', () => {
    expect(small.MediaStage.options).toEqual(real.MediaStage.options);
    expect(small.categoryNames).toEqual(real.categoryNames);
    expect(small.LiveEvent.options.map((option) => option.shape.type.value)).toEqual(
      real.LiveEvent.options.map((option) => option.shape.type.value),
    );
  });

  it('throws on a value that does not fit, with what is wrong', () => {
    expect(() => small.endpoints.me.data.parse({ user: 0 })).toThrow('user: Invalid input: expected object, received number');
  });
});
