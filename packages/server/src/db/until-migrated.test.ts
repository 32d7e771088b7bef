import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { untilMigrated } from './until-migrated.ts';

/** Waits on these answers, one a look; the last one is given again and again. */
async function wait(answers: number[], { looks = 100, stopAt = Number.POSITIVE_INFINITY } = {}) {
  const lines: string[] = [];
  const asked = new AbortController();
  let look = 0;
  const read = async () => {
    look += 1;
    if (look === stopAt) asked.abort(new Error('asked to stop'));
    return { waiting: answers[Math.min(look, answers.length) - 1] ?? 0 };
  };
  const print = (line: string) => void lines.push(line);
  const error = await untilMigrated({ read, print, signal: asked.signal, everyMs: 0, looks }).catch((thrown: unknown) => thrown);
  return { error, lines, look };
}

describe('a start with MIGRATE=wait', () => {
  it('OPS-04 goes on at once where the tables are as it knows them, or newer', async () => {
    expect(await wait([0])).toEqual({ error: undefined, lines: [], look: 1 });
  });

  it('OPS-04 goes on when the last change was made, and says what is still to come', async () => {
    expect(await wait([2, 2, 2, 1, 0])).toEqual({
      error: undefined,
      lines: [
        'Waiting for `clearframe migrate`: 2 changes of the tables to come.',
        'Waiting for `clearframe migrate`: 1 change of the tables to come.',
      ],
      look: 5,
    });
  });

  it('OPS-04 ends with what to do when nobody makes them', async () => {
    const { error, look } = await wait([3], { looks: 7 });
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(/MIGRATE: "wait", .* Run `clearframe migrate`, or set MIGRATE=auto$/);
    expect(look).toBe(7);
  });

  it('OPS-04 waits no longer when it is asked to stop', async () => {
    const { error, look } = await wait([1], { stopAt: 3 });
    expect([error instanceof Error, error instanceof ConfigError, look]).toEqual([true, false, 3]);
  });
});
