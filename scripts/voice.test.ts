import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { voiceViolations } from './voice.mjs';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'clearframe-voice-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(base, file)), { recursive: true });
  writeFileSync(join(base, file), text);
}
const read = () => voiceViolations(base);

const words = (count: number) => ['Word', ...Array.from({ length: count - 1 }, () => 'word')].join(' ');
const source = 'packages/server/src/a.ts';

describe('the voice', () => {
  it('is kept by this tree', () => {
    expect(voiceViolations()).toEqual([]);
  });

  it.each([
    ['docs/a.md', 'The files lie in `./data`.', ':1: says "lie in"'],
    ['README.md', '# A\n\nThree limits, of\nwhich one holds.', ':3: says "of which"'],
    ['docs/a.md', '## What it costs', 'a heading that begins with "What"'],
    ['docs/a.md', `${words(29)}.`, 'a sentence of 29 words'],
    ['docs/a.md', `- ${words(15)}\n  ${words(14)}`, 'a sentence of 29 words'],
    ['docs/a.md', '| a | It shall be so |', 'says "shall"'],
    [source, "throw new Error('The file is stored anew.');", 'says "anew"'],
    [source, `const a = \`The \${name} is to be paid.\`;`, 'says "is to be"'],
    [source, `const a = '${words(29)}';`, 'a sentence of 29 words'],
    ['packages/web/app/a.tsx', 'export const A = () => <p>You shall wait here</p>;', 'says "shall"'],
    ['packages/web/app/a.tsx', 'export const A = () => <b title="Have it judged now" />;', 'says "Have it'],
  ])('refuses in %s: %s', (file, text, problem) => {
    write(file, text);
    expect(read()).toEqual([expect.stringContaining(problem)]);
    expect(read()[0]).toContain(`${file}:`);
  });

  it.each([
    ['docs/a.md', `${words(28)}.`],
    ['docs/a.md', `${words(20)}. ${words(20)}.`],
    ['docs/a.md', '```sh\nIt shall be so\n```'],
    ['docs/a.md', 'The name `what_of_which` and [a page](docs/by what.md) stay.'],
    ['docs/a.md', `| a | ${words(40)} |`],
    ['docs/specification.md', 'It shall be so.'],
    ['packages/server/src/a.test.ts', "const a = 'It shall be so';"],
    [source, '// It shall be so, of which nobody is told.'],
    [source, 'const a = sql`select anew from is_to_be where shall`;'],
    [source, "const a = 'of which';"],
    [source, `const stopWords = '${words(40).toLowerCase()}';`],
  ])('lets pass in %s: %s', (file, text) => {
    write(file, text);
    expect(read()).toEqual([]);
  });

  it('quotes the specification letter for letter', () => {
    write('docs/acceptance.md', 'It says "The reviewer shall wait".');
    write(source, "const a = 'The reviewer shall wait';");
    expect(read()).toEqual([]);
  });
});
