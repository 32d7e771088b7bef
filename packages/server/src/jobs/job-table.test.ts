import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobDefinition, jobNames } from '../queue/jobs.ts';
import { createJobTable } from './index.ts';
import { checkJobTable } from './run-jobs.ts';

const source = new URL('../', import.meta.url);
const code = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, source), 'utf8'))
  .join('\n');

describe('the table of jobs', () => {
  it('has a handler for each job of the queue, and no other', () => {
    expect(() => checkJobTable(createJobTable(() => Promise.reject(new Error('not asked for'))))).not.toThrow();
  });

  it('has no job that nothing adds: code by its name, the clock, another job that fails for good, or the version before', () => {
    const deadLetters = jobNames.map((name) => jobDefinition(name).deadLetter);
    const added = (name: (typeof jobNames)[number]) =>
      jobDefinition(name).cron !== undefined ||
      jobDefinition(name).isOld === true ||
      deadLetters.includes(name) ||
      code.includes(`queue.add('${name}'`);
    expect(jobNames.filter((name) => !added(name))).toEqual([]);
  });
});
