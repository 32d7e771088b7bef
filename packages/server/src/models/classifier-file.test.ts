import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { classifierFile } from './classifier-file.ts';

it('OPS-01 takes the model that came with the image, and else that of its own folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-models-'));
  const [prepared, own] = [join(folder, 'prepared'), join(folder, 'data')];
  const inOwn = classifierFile(own, prepared);
  expect(inOwn.startsWith(own)).toBe(true);
  const ready = inOwn.replace(own, prepared);
  mkdirSync(dirname(ready), { recursive: true });
  writeFileSync(ready, 'a model');
  expect(classifierFile(own, prepared)).toBe(ready);
  rmSync(folder, { recursive: true });
});
