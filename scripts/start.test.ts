import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearframe-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start` with this file; each of these starts ends at its configuration, before anything runs. */
function start(text: string | null, env: Record<string, string> = {}): { status: number | null; said: string } {
  const file = join(folder, '.env');
  if (text !== null) writeFileSync(file, text);
  const { PATH = '', HOME = '' } = process.env;
  const started = spawnSync(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    env: { PATH, HOME, DATA_DIR: join(folder, 'data'), CLEARFRAME_ENV_FILE: file, ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status: started.status, said: `${started.stdout}${started.stderr}`.trim() };
}

describe('npm start', () => {
  it('OPS-01 reads .env', () => {
    expect(start('ROLE=worker\n')).toEqual({ status: 1, said: expect.stringMatching(/^ROLE: "worker" needs DATABASE_URL/) });
  });

  it('OPS-01 lets what is set already win over .env', () => {
    expect(start('ROLE=worker\nWORKERS=0\n', { WORKERS: '1' }).said).toMatch(/^ROLE: "worker" needs DATABASE_URL/);
    expect(start('ROLE=worker\nWORKERS=0\n').said).toMatch(/^WORKERS: "0" is not accepted/);
  });

  it('OPS-03 stops at a misspelt name in .env with the nearest one, and keeps its value to itself', () => {
    const { status, said } = start('ROLE=worker\nSECRETKEY=hush-hush\nDATABASE_ULR=postgres://u:hush-hush@h/d\n');
    expect(status).toBe(1);
    expect(said.split('\n').sort()).toEqual([
      'DATABASE_ULR: no such variable (in .env). The nearest is DATABASE_URL.',
      'SECRETKEY: no such variable (in .env). The nearest is SECRET_KEY.',
    ]);
  });

  it('OPS-03 says so when the file that is named cannot be read', () => {
    const { status, said } = start(null, { CLEARFRAME_ENV_FILE: join(folder, 'none'), ROLE: 'worker' });
    expect(status).toBe(1);
    expect(said).toMatch(/none cannot be read/);
  });
});
