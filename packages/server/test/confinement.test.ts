import { execFile } from 'node:child_process';
import { accessSync, chmodSync, constants, copyFileSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { confinementNotice, levelsFor, missingProtections, unconfined } from '../src/confinement/level.ts';

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const ORDINARY = 33_333;
const folder = mkdtempSync(join(tmpdir(), 'clearframe-confinement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Outcomes = Record<string, string | null>;
type Report = Record<'shutIn' | 'open', { decoder: Outcomes; ffmpeg: Outcomes }> & { level: { namespaces: string } };

/** Node where another user may start it: ours may lie in a home that is closed to others. */
function nodeForOthers(): string {
  const node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
  return node;
}

async function runHostile(as: 'this user' | 'an ordinary user'): Promise<Report> {
  const program = join(import.meta.dirname, 'fixtures/run-hostile.ts');
  const env = { PATH: process.env.PATH, SECRET_KEY: 'a secret that nobody may read', TMPDIR: '/tmp' };
  const options = { env, cwd: '/', maxBuffer: 1_000_000 };
  if (as === 'this user') return JSON.parse((await execute(process.execPath, [program], options)).stdout);
  chmodSync(folder, 0o755);
  const ids = [`--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'];
  return JSON.parse((await execute('setpriv', [...ids, nodeForOthers(), program], options)).stdout);
}

const granted = (outcomes: Outcomes): string[] => Object.keys(outcomes).filter((name) => outcomes[name] !== null);

/** What stays open when nothing shuts a program in: these tests would find nothing if the stand-ins did nothing. */
const openWithout = [
  'read the secret key',
  "read another customer's original",
  "read the API's environment",
  "connect to the database's socket",
  'connect to a port of this machine',
  'signal the parent',
  "open the parent's memory",
];

/** Whether another user may read this checkout at all. */
function isOpenToOthers(): boolean {
  for (let path = import.meta.dirname; path !== dirname(path); path = dirname(path)) {
    try {
      accessSync(path, constants.R_OK);
    } catch {
      return false;
    }
  }
  return true;
}

describe.runIf(isLinux)('a decoder that a hostile file has taken over', () => {
  const users = isRoot && isOpenToOthers() ? (['this user', 'an ordinary user'] as const) : (['this user'] as const);
  it.each(users)('SEC-02 started by %s gets nothing of what it tries', async (as) => {
    const { shutIn, open, level } = await runHostile(as);
    expect(level.namespaces).toBe('all');
    for (const program of ['decoder', 'ffmpeg'] as const) {
      expect(granted(open[program])).toEqual(expect.arrayContaining(openWithout));
      expect(Object.keys(shutIn[program]).length).toBeGreaterThanOrEqual(21);
      expect(granted(shutIn[program])).toEqual([]);
    }
    expect(granted(open.ffmpeg)).toContain('empty the file that it was given');
  });
});

describe('a machine that gives less', () => {
  it.each([true, false])('is told of in one line, and says nothing where all is there (root: %s)', (root) => {
    const [best, ...others] = levelsFor(root);
    expect(best && confinementNotice(best)).toBeNull();
    const said = others.map((level) => confinementNotice(level) ?? '').filter((line) => line !== '');
    expect(said.length).toBeGreaterThanOrEqual(3);
    for (const line of said) {
      expect(line).not.toContain('\n');
      expect(line).toContain('docs/security.md');
    }
    expect(new Set(others.map((level) => missingProtections(level).length)).size).toBeGreaterThan(1);
  });

  it('is told everything that is missing where nothing is there', () => {
    expect(missingProtections(unconfined)).toEqual([
      'the network',
      'files of this user, the secret key among them',
      'other processes of this user',
      'programs that raise privileges',
    ]);
  });
});
