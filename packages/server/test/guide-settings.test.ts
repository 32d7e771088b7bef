import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const guide = (slug: string) => readFileSync(new URL(`../../web/content/guides/${slug}.md`, import.meta.url), 'utf8');
const proxy = (name: string) => readFileSync(new URL(`../../../deploy/proxies/${name}`, import.meta.url), 'utf8');

/** What a guide shows in fences of one kind: label → text. */
const shown = (text: string, kind: string): [string, string][] =>
  [...text.matchAll(new RegExp(`^\`\`\`${kind} ([^\\n]+)\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, label = '', block = '']) => [
    label,
    block,
  ]);
const variablesOf = (block: string): Record<string, string> =>
  Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/, 2)),
  );

describe('the guide to proxies', () => {
  it('OPS-01 shows settings with which the server starts behind one', () => {
    const [[, block = ''] = []] = shown(guide('behind-a-proxy'), 'env');
    const config = readConfig({ ...variablesOf(block), SECRET_KEY: 'k'.repeat(43), SMTP_URL: 'smtp://localhost' });
    expect(config).toMatchObject({
      localMode: false,
      publicUrl: 'https://moderation.example.com',
      trustProxy: ['127.0.0.1'],
      drainMs: 5_000,
    });
  });

  it.each([
    ['text', 'Caddyfile'],
    ['nginx', 'nginx.conf'],
    ['text', 'haproxy.cfg'],
  ])('OPS-01 shows, as %s, lines of the %s that the proofs run', (kind, name) => {
    const [, block = ''] = shown(guide('behind-a-proxy'), kind).find(([label]) => label === name) ?? [];
    const file = proxy(name).split('\n');
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !file.includes(line))).toEqual([]);
  });
});

describe('the guide to Ollama', () => {
  it.each(shown(guide('connect-ollama'), 'env'))(
    'OPS-01 shows, as %s, settings with which the server asks it',
    (_label, block) => {
      const config = readConfig(variablesOf(block));
      expect(config.analysers.map(({ name }) => name)).toEqual(['vision-llm']);
    },
  );
});
