import type { TextLine } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { rememberModels } from './remember-models.ts';
import type { SeenSecond } from './video-types.ts';

const pixels = { data: new Uint8Array(3), width: 1, height: 1 };
const line: TextLine = { text: 'SALE', confidence: 0.9, corners: null };
const classes = { drawing: 0, hentai: 0, neutral: 0.1 + 0.2, porn: 0, sexy: 0 };

/** Models that write down what they were asked. */
function models(lines: TextLine[] | null, version = '1') {
  const asked: string[] = [];
  const tell = async <T>(what: string, answer: T): Promise<T> => {
    asked.push(what);
    return answer;
  };
  const remembered = rememberModels({
    version,
    classifier: { classify: () => tell('classes', classes) },
    reader: { mayHaveText: () => tell('may', lines !== null), read: () => tell('read', lines ?? []) },
  });
  return { ...remembered, asked };
}

async function look(one: ReturnType<typeof models>, known?: SeenSecond) {
  one.begin(known);
  const found = {
    classes: await one.classify(pixels.data),
    lines: (await one.mayHaveText(pixels)) ? await one.read(pixels) : null,
  };
  return { found, seen: one.seen() };
}

it.each([[null], [[]], [[line]]])('OPS-04 asks no model about a second that is known, with %j as its writing', async (lines) => {
  const first = models(lines);
  const { found, seen } = await look(first);
  expect(first.asked).toEqual(lines === null ? ['classes', 'may'] : ['classes', 'may', 'read']);
  const kept: SeenSecond = JSON.parse(JSON.stringify(seen));
  const second = models([{ ...line, text: 'another' }]);
  expect(await look(second, kept)).toEqual({ found, seen: null });
  expect(second.asked).toEqual([]);
});

it('OPS-04 looks for writing where nobody has looked, and tells all that is known then', async () => {
  const one = models([line]);
  const { seen } = await look(one, { version: '1', classes });
  expect(one.asked).toEqual(['may', 'read']);
  expect(seen).toEqual({ version: '1', classes, lines: [line] });
});

it('OPS-04 asks its own models where another version looked, and forgets one second with the next', async () => {
  const one = models(null, '2');
  const { seen } = await look(one, { version: '1', classes: { ...classes, porn: 1 }, lines: [line] });
  expect(seen).toEqual({ version: '2', classes, lines: null });
  one.begin(undefined);
  expect(one.seen()).toBeNull();
  await one.classify(pixels.data);
  expect(one.seen()).toEqual({ version: '2', classes });
});
