import { describe, expect, it } from 'vitest';
import { createBackground } from './background-jobs.ts';

function start(waiting: string[] = [], runMs = 0) {
  let now = 0;
  const run = async () => {
    now += runMs;
    return false;
  };
  const runs = { 'read-writing': run, 'read-video': run };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { jobs: createBackground({ fetch: async () => waiting.shift(), runs }, () => now), pass };
}

describe('jobs for idle moments', () => {
  it('are looked for at once, then when one is announced, and every five seconds', async () => {
    const { jobs, pass } = start();
    expect(jobs.isDue()).toBe(true);
    expect(await jobs.take()).toBeNull();
    expect(jobs.isDue()).toBe(false);
    expect(jobs.notify('moderate-media')).toBe(false);
    expect(jobs.isDue()).toBe(false);
    expect(jobs.notify('read-video')).toBe(true);
    expect(jobs.isDue()).toBe(true);
    await jobs.take();
    pass(4_999);
    expect(jobs.isDue()).toBe(false);
    pass(1);
    expect(jobs.isDue()).toBe(true);
  });

  it('go on one after the other while there are more', async () => {
    const { jobs } = start(['a', 'b']);
    expect((await jobs.take())?.job).toBe('a');
    expect(jobs.isDue()).toBe(true);
    expect((await jobs.take())?.job).toBe('b');
  });

  it('come before others once a process was busy for half a minute', async () => {
    const { jobs, pass } = start(['a']);
    pass(29_999);
    expect(jobs.isOverdue()).toBe(false);
    pass(1);
    expect(jobs.isOverdue()).toBe(true);
    expect((await jobs.take())?.name).toBe('read-writing');
    expect(jobs.isOverdue()).toBe(false);
  });

  it('do not follow one another where others wait: a job of a minute has nineteen minutes of other work after it', async () => {
    const { jobs, pass } = start(['a long video', 'another'], 60_000);
    const video = await jobs.take();
    await video?.run('a long video');
    expect(jobs.isOverdue()).toBe(false);
    pass(19 * 60_000 - 1);
    expect(jobs.isOverdue()).toBe(false);
    pass(1);
    expect(jobs.isOverdue()).toBe(true);
    expect(jobs.isDue(), 'an idle process goes on at once').toBe(true);
  });
});
