import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configVariables, readConfig } from '../src/config.ts';

const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

/** `# NAME=value` lines: every variable stands commented out, so that a copied file changes nothing. */
const listed = new Map([...text.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

describe('.env.example', () => {
  it('OPS-03 names exactly the variables that the configuration reads', () => {
    expect([...listed.keys()].sort()).toEqual([...configVariables].sort());
  });

  it('OPS-01 shows the real defaults: setting all of them changes nothing', () => {
    expect(readConfig(Object.fromEntries(listed))).toEqual(readConfig({}));
  });

  it('OPS-01 names no setting that the server reads and then does nothing with', () => {
    const source = new URL('../src/', import.meta.url);
    const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^config[^/]*$/.test(file));
    const code = files.map((file) => readFileSync(new URL(file, source), 'utf8')).join('\n');
    const unused = Object.keys(readConfig({})).filter((name) => !new RegExp(`[.{,'] ?${name}\\b`).test(code));
    expect(unused).toEqual([]);
  });

  it('OPS-01 sets nothing by itself', () => {
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });
});
