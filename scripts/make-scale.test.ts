import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inputs, makeScale, reports, scaleFile } from './make-scale.mjs';

const root = join(import.meta.dirname, '..');
type Input = { what: string; value: number; source: string; says: string };

it('OPS-03 the page about scale is the one that its script makes of what was measured', () => {
  expect(readFileSync(scaleFile, 'utf8')).toBe(makeScale());
  expect(reports().length).toBeGreaterThan(0);
});

it.each<Input>(inputs)('OPS-03 takes "$what" from where it was measured', (one) => {
  expect(readFileSync(join(root, one.source), 'utf8')).toContain(one.says);
  expect(one.says.replaceAll(',', '')).toContain(String(one.value));
});
