import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { coreHourDollars, dollarsAMillion, measured } from './measured.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const Figure = z.object({
  id: z.string(),
  what: z.string(),
  value: z.number(),
  unit: z.string(),
  on: z.string(),
  source: z.string().default(''),
});
const figures = z.array(Figure).parse(JSON.parse(read('bench/measured.json')));

it('PUB-11 prints what was measured, as the benches say it', () => {
  for (const [id, figure] of Object.entries(measured)) {
    const { what, value, unit, on, source } = figures.find((one) => one.id === id) ?? { source: '' };
    expect(figure, id).toEqual({ what, value, unit, on, source: source.replace(/\/README\.md$/, '') });
  }
});

it('PUB-11 computes the dollars of a million pictures as the page about scale does', () => {
  const scale = read('docs/scale.md');
  expect(scale).toContain(`| A core for an hour | $${coreHourDollars} |`);
  expect(scale).toMatch(new RegExp(`^\\| analysis \\| .* \\| ${dollarsAMillion.toFixed(2)} \\|$`, 'm'));
});
