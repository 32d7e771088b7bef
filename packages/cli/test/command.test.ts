import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linearModel, modelFolder } from '../../engine/test/tiny-models.ts';
import { temporaryFolder } from './temporary-folder.ts';

const bin = join(import.meta.dirname, '../bin/clearframe.mjs');
const fixtures = join(import.meta.dirname, '../../engine/fixtures');

/** Runs the command as a person would, with a cache folder of its own. */
function clearframe(args: string[], cache = temporaryFolder(), script = bin, variables = {}) {
  const env = { PATH: process.env.PATH, HOME: cache, XDG_CACHE_HOME: cache, ...variables };
  return new Promise<{ code: number; out: string; err: string; cache: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err, cache });
    });
  });
}

/** The command as it stands where only it is installed. */
function aloneBin(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'cli/bin'), { recursive: true });
  copyFileSync(bin, join(folder, 'cli/bin/clearframe.mjs'));
  symlinkSync(join(import.meta.dirname, '../src'), join(folder, 'cli/src'));
  return join(folder, 'cli/bin/clearframe.mjs');
}

describe('clearframe check', () => {
  it('API-02 judges a folder of pictures, keeps the model in the cache and ends with 1 when something is flagged', async () => {
    const { code, out, err, cache } = await clearframe(['check', join(fixtures, 'flagged')]);
    expect(err).toBe('');
    expect(out.match(/^✗ flagged +Sexually explicit/gm)).toHaveLength(3);
    expect(out).toMatch(/^✓ safe +Sexually suggestive +0\.\d\d +.*suggestive\.png$/m);
    const scores = [...out.matchAll(/^✗ flagged .* (\d\.\d\d) /gm)].map(([, score]) => Number(score));
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
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

  it('writes a page with veiled thumbnails that fetches nothing, and moves what is flagged', async () => {
    const folder = temporaryFolder();
    for (const name of ['flagged/explicit-1.png', 'formats/pears.jpg'])
      copyFileSync(join(fixtures, name), join(folder, basename(name)));
    writeFileSync(join(folder, '<b>.jpg'), 'no picture');
    const [page, place] = [join(folder, 'report.html'), join(folder, 'set-aside')];
    const { code, out, err } = await clearframe(['check', folder, '--html', page, '--move-flagged', place]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain(`Moved ${join(folder, 'explicit-1.png')} → ${join(place, 'explicit-1.png')}`);
    expect(readdirSync(place)).toEqual(['explicit-1.png']);
    expect(readdirSync(folder).sort()).toEqual(['<b>.jpg', 'pears.jpg', 'report.html', 'set-aside']);
    const markup = readFileSync(page, 'utf8');
    expect(markup.match(/<img src="data:image\/webp;base64,[A-Za-z0-9+/=]+"/g)).toHaveLength(2);
    expect(markup).toContain('Flagged: Sexually explicit');
    expect(markup).toContain('&lt;b&gt;.jpg');
    expect(markup).not.toMatch(/<script|https?:|<b>\.jpg/);
    expect(markup.indexOf('explicit-1.png')).toBeLessThan(markup.indexOf('pears.jpg'));
    const nowhere = await clearframe(['check', join(folder, 'pears.jpg'), '--html', join(folder, 'no/page.html')]);
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringContaining('could not be written') });
  });

  it('checks what arrives in a watched folder until it is ended, and says how it went', async () => {
    const folder = temporaryFolder();
    const env = { PATH: process.env.PATH, HOME: folder, XDG_CACHE_HOME: temporaryFolder() };
    const child = spawn(process.execPath, [bin, 'check', '--watch', folder], { env });
    let out = '';
    const told = (words: string) =>
      new Promise<void>((resolve) => {
        const look = () => void (out.includes(words) && resolve());
        child.stdout.on('data', look);
        look();
      });
    child.stdout.on('data', (bytes) => (out += bytes));
    const ended = once(child, 'exit');
    copyFileSync(join(fixtures, 'formats/pears.jpg'), join(folder, 'pears.jpg'));
    await told('pears.jpg');
    copyFileSync(join(fixtures, 'flagged/explicit-1.png'), join(folder, 'explicit-1.png'));
    await told('explicit-1.png');
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(out).toContain('\n1 flagged, 1 safe\n');
  });

  it('looks after itself where no server is installed', async () => {
    const { code, out } = await clearframe(['doctor'], temporaryFolder(), aloneBin());
    expect(out).toMatch(/^✓ Node .*\n✓ Cache .*\n✓ Analysis {2}a picture took \d+ ms/);
    expect(code).toBe(0);
  });

  it('explains itself: help with 0, a wrong word with 2', async () => {
    expect(await clearframe(['help'])).toMatchObject({ code: 0, out: expect.stringContaining('EXIT STATUS OF CHECK') });
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

  it('compares the built-in analysis with a model of a folder, side by side, and refuses a folder that is none', async () => {
    const red = Array.from({ length: 12 }, (_, at) => (at < 4 ? 4 : 0));
    const model = modelFolder({
      'config.json': { id2label: { 0: 'normal', 1: 'nsfw' } },
      'preprocessor_config.json': { size: 2 },
      'model.onnx': linearModel(2, [red, red], [0, 1]),
    });
    const folder = temporaryFolder();
    const set = join(folder, 'set.csv');
    const lines = ['flagged/explicit-1.png,flagged', 'formats/pears.jpg,safe'];
    writeFileSync(set, ['file,label', ...lines.map((line) => `${fixtures}/${line}`)].join('\n'));
    const args = ['eval', set, '--analysers', 'local,transformers', '--json'];
    const { code, out, err } = await clearframe(args, folder, bin, { TRANSFORMERS_FOLDERS: model });
    expect([err, code]).toEqual(['', 0]);
    const { analysers, questions } = JSON.parse(out);
    expect(analysers).toMatchObject([
      { name: 'local', answered: 2, cost_micros: 0 },
      { name: 'transformers', answered: 2, cost_micros: 0, version: expect.stringMatching(/^labels-1\+/) },
    ]);
    // Whatever the picture, nsfw has 1 / (1 + e⁻¹) = 0.7311, which is above its limit of 0.7: one right, one wrong.
    expect(questions[0].analysers).toMatchObject([
      { analyser: 'local', auc: 1, confusion: { true_positives: 1, false_positives: 0 } },
      { analyser: 'transformers', auc: 0.5, confusion: { true_positives: 1, false_positives: 1 } },
    ]);
    const refused = await clearframe(args, folder, bin, { TRANSFORMERS_FOLDERS: '/nowhere' });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('There is no model folder /nowhere') });
    expect(await clearframe(args, folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('TRANSFORMERS_FOLDERS is missing'),
    });
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
