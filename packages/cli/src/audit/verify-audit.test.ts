import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditBeginning, canonicalJson } from '@clearframe/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../main.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function chain(length: number) {
  let hash = auditBeginning;
  return Array.from({ length }, (_, index) => {
    const entry = {
      seq: index + 1,
      at: '2026-11-27T06:00:00.000Z',
      actor: { type: 'person', id: 'ada', name: 'Päars' },
      action: 'media.failed',
      subject: { type: 'media', id: String(index) },
      detail: { from: null, waits_second: false },
      prev_hash: hash,
    };
    hash = createHash('sha256')
      .update(`${hash}\n${canonicalJson(entry)}`)
      .digest('hex');
    return { ...entry, hash };
  });
}

async function verify(lines: readonly string[], ...options: string[]) {
  const file = join(folder, 'log.jsonl');
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const code = await main(['audit', 'verify', file, ...options], { out: output, err: output, cacheFolder: folder });
  return { code, said };
}

const text = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry));

it('TRUST-B8 accepts a whole log, also without entries, and the head that was noted', async () => {
  const entries = chain(5);
  const last = entries.at(-1)?.hash ?? '';
  expect(await verify(text(entries))).toEqual({ code: 0, said: `5 entries, unbroken. Head ${last}\n` });
  expect(await verify(text(entries), '--head', last)).toMatchObject({ code: 0 });
  expect(await verify(text(entries), '--head', entries[2]?.hash ?? '')).toMatchObject({ code: 0 });
  expect(await verify([])).toMatchObject({ code: 0 });
});

it('TRUST-B8 finds and names the first entry that one changed byte breaks', async () => {
  const lines = text(chain(5));
  for (const changed of [0, 2, 4]) {
    const line = lines[changed] ?? '';
    for (let at = 0; at < line.length; at += 7) {
      const broken = line.slice(0, at) + (line[at] === '7' ? '8' : '7') + line.slice(at + 1);
      const { code, said } = await verify(lines.with(changed, broken));
      expect({ code, said, at }).toMatchObject({ code: 1, said: expect.stringMatching(`^Entry ${changed + 1} is broken`) });
    }
  }
});

it('TRUST-B8 names an entry that is gone, doubled, added to or cut off', async () => {
  const entries = chain(5);
  const lines = text(entries);
  expect(await verify(lines.toSpliced(1, 1))).toMatchObject({ code: 1, said: expect.stringContaining('Entry 2 is broken') });
  expect(await verify(lines.toSpliced(1, 0, lines[0] ?? ''))).toMatchObject({
    code: 1,
    said: expect.stringContaining('Entry 2'),
  });
  const more = JSON.stringify({ ...entries[3], note: 'added' });
  expect(await verify(lines.with(3, more))).toMatchObject({ code: 1, said: expect.stringContaining('Entry 4') });
  expect(await verify(lines.slice(0, 4), '--head', entries[4]?.hash ?? '')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Entry 5 is missing'),
  });
  expect((await verify(lines, '--head', 'short')).code).toBe(2);
});
