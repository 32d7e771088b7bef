import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeClock, plainSend } from '../../test/fake-provider.ts';
import { createAnalysers } from './create-all-analysers.ts';
import { analyserNames } from './create-analysers.ts';

it('refuses a name that is none of an analyser', () => {
  const parts = { send: plainSend, clock: fakeClock() };
  expect(() => createAnalysers([{ name: 'oracle', settings: {} }], parts)).toThrow('no analyser "oracle"');
});

it('each analyser has a test beside it', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  const adapters = globSync('*/*.ts', { cwd: import.meta.dirname }).filter((file) =>
    / create\w+: CreateAnalyser = /.test(read(file)),
  );
  expect(adapters.length).toBe(analyserNames.length);
  const tests = adapters.map((file) => file.replace(/\.ts$/, '.test.ts'));
  expect(tests.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
});
