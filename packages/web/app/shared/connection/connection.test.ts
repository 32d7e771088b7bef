import { describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

function setUp() {
  let answer = true;
  const pauses: { delayMs: number; task: () => void; cancelled: boolean }[] = [];
  const ask = vi.fn(async () => answer);
  const connection = createConnection({
    ask,
    after(delayMs, task) {
      const pause = { delayMs, task, cancelled: false };
      pauses.push(pause);
      return () => {
        pause.cancelled = true;
      };
    },
  });
  const heard = vi.fn();
  connection.subscribe(heard);
  return { connection, ask, heard, pauses, answers: (now: boolean) => (answer = now) };
}

describe('createConnection', () => {
  it('DASH-01 takes one failed call for no break as long as the server answers', async () => {
    const { connection, ask, heard } = setUp();
    connection.doubt();
    connection.doubt();
    await connection.check();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(connection.get()).toBe('connected');
    expect(heard).not.toHaveBeenCalled();
  });

  it('DASH-01 says when the server does not answer, asks again ever later, and says when it is back', async () => {
    const { connection, heard, pauses, answers } = setUp();
    answers(false);
    for (let round = 0; round < 5; round += 1) await connection.check();
    expect(connection.get()).toBe('unreachable');
    expect(pauses.map(({ delayMs }) => delayMs)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(heard).toHaveBeenCalledTimes(1);
    answers(true);
    pauses.at(-1)?.task();
    await expect.poll(() => connection.get()).toBe('connected');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('DASH-01 asks nothing without a network, and goes on only when the server has answered after it', async () => {
    const { connection, ask, answers } = setUp();
    connection.setNetwork(false);
    expect(connection.get()).toBe('offline');
    connection.doubt();
    expect(ask).not.toHaveBeenCalled();
    answers(false);
    connection.setNetwork(true);
    await connection.check();
    expect(connection.get()).toBe('unreachable');
    answers(true);
    await connection.check();
    expect(connection.get()).toBe('connected');
  });

  it('DASH-01 keeps to "offline" when an answer arrives that was asked for before', async () => {
    const { connection } = setUp();
    const asked = connection.check();
    connection.setNetwork(false);
    await asked;
    expect(connection.get()).toBe('offline');
  });
});
