import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const bin = join(import.meta.dirname, '../bin/clearframe.mjs');
const fixtures = join(import.meta.dirname, '../../engine/fixtures');

/** Runs the command as a person would, with a cache folder of its own. */
function clearframe(args: string[], cache = temporaryFolder(), script = bin) {
  const env = { PATH: process.env.PATH, HOME: cache, XDG_CACHE_HOME: cache };
  return new Promise<{ code: number; out: string; err: string; cache: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err, cache });
    });
  });
}

describe('clearframe check', () => {
  it('API-02 judges a folder of pictures, keeps the model in the cache and ends with 1 when something is flagged', async () => {
    const { code, out, err, cache } = await clearframe(['check', join(fixtures, 'flagged')]);
    expect(err).toBe('');
    expect(out.match(/^✗ flagged Sexually explicit/gm)).toHaveLength(3);
    expect(out).toMatch(/^✓ safe +Sexually suggestive 0\.\d\d +.*suggestive\.png$/m);
    expect(out).toContain(
      '3 flagged, 1 safe\nAssessed: sexually explicit, sexually suggestive, drawn or generated.\nNot assessed: nudity',
    );
    expect(code).toBe(1);
    expect(readdirSync(join(cache, 'clearframe/models'))).toEqual([expect.stringMatching(/^nsfwjs-.*\.onnx$/)]);
  });

  it('ends with 0 when all is safe, with 2 when a file could not be checked', async () => {
    const cache = temporaryFolder();
    const pears = join(fixtures, 'formats/pears.jpg');
    expect(await clearframe(['check', pears, '--json'], cache)).toMatchObject({ code: 0 });
    const text = join(cache, 'text.jpg');
    writeFileSync(text, 'no picture');
    const { code, out } = await clearframe(['check', pears, text, '--json'], cache);
    expect(code).toBe(2);
    expect(JSON.parse(out).results.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['safe', 'error']);
  });

  it('explains itself: help with 0, a wrong word with 2', async () => {
    expect(await clearframe(['help'])).toMatchObject({ code: 0, out: expect.stringContaining('Exit code of check') });
    expect(await clearframe(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(await clearframe(['chekc'])).toMatchObject({ code: 2, err: expect.stringContaining('There is no command "chekc"') });
  });
});

describe('clearframe eval', () => {
  it('measures labelled pictures, lists what it could not read and ends with 1 for that', async () => {
    const folder = temporaryFolder();
    const lines = ['explicit-1.png,flagged', 'explicit-2.png,sexual_explicit', 'suggestive.png,safe', 'gone.png,safe'];
    writeFileSync(
      join(folder, 'set.csv'),
      ['file,label', ...lines.map((line) => `${join(fixtures, 'flagged')}/${line}`)].join('\n'),
    );
    const page = join(folder, 'page.html');
    const { code, out, err } = await clearframe(['eval', join(folder, 'set.csv'), '--html', page]);
    expect(err).toBe('');
    expect(out).toMatch(/^ {2}Counted +3: 2 yes, 1 no$/m);
    expect(out).toMatch(/^ {2}Area under the ROC +1\.000$/m);
    expect(out).toMatch(/gone\.png: There is no such file or folder$/m);
    expect(readFileSync(page, 'utf8')).toContain('<h2 id="sexual_explicit">Sexually explicit</h2>');
    expect(code).toBe(1);
  });

  it('refuses labels that it cannot read with 2', async () => {
    expect(await clearframe(['eval', join(fixtures, 'formats')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no labelled picture'),
    });
  });
});

describe('clearframe grant', () => {
  it('says where it runs when the server is not installed', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'cli/bin'), { recursive: true });
    copyFileSync(bin, join(folder, 'cli/bin/clearframe.mjs'));
    const { code, err } = await clearframe(['grant', 'a@b.example', '5'], folder, join(folder, 'cli/bin/clearframe.mjs'));
    expect([code, err]).toEqual([2, expect.stringContaining('runs where the server is installed')]);
  });

  it('hands its words and the exit code of the operator command through', async () => {
    const folder = temporaryFolder();
    for (const path of ['cli/bin', 'server/src']) mkdirSync(join(folder, path), { recursive: true });
    copyFileSync(bin, join(folder, 'cli/bin/clearframe.mjs'));
    writeFileSync(
      join(folder, 'server/src/operator.ts'),
      'console.log(process.argv.slice(2).join("|"));\nprocess.exitCode = 7;\n',
    );
    const { code, out } = await clearframe(['grant', 'a@b.example', '5'], folder, join(folder, 'cli/bin/clearframe.mjs'));
    expect([code, out]).toEqual([7, 'grant|a@b.example|5\n']);
  });
});
