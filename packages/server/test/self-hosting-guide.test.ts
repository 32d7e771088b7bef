import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, configVariables, readConfig } from '../src/config.ts';

const guide = readFileSync(new URL('../../web/content/guides/self-hosting.md', import.meta.url), 'utf8');
const [, block = ''] = /```env \.env\n([\s\S]*?)```/.exec(guide) ?? [];
const variables = Object.fromEntries(
  block
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/, 2)),
);

describe('the guide to self-hosting', () => {
  it('OPS-01 shows an .env that opens the server to others once it has a key, and not with the key that is shown', () => {
    expect(Object.keys(variables).length).toBeGreaterThan(4);
    const config = readConfig({ ...variables, SECRET_KEY: 'k'.repeat(43) });
    expect(config).toMatchObject({ localMode: false, publicUrl: 'https://moderation.example.com', trustProxy: ['127.0.0.1'] });
    expect(() => readConfig(variables)).toThrow(ConfigError);
  });

  it('names no variable that the server does not read', () => {
    const named = [...guide.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !configVariables.includes(name))).toEqual([]);
  });
});
