import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../../shared/api/keys.ts';
import { COUNTS_EACH_MS, createPacedReading } from './paced-reading.ts';

let queries: QueryClient;
let nowMs: number;
let due: { atMs: number; task: () => void }[];
let leave: (() => void)[];

beforeEach(() => {
  queries = new QueryClient();
  nowMs = 0;
  due = [];
  leave = [];
});

afterEach(() => {
  for (const end of leave) end();
  queries.clear();
});

const after = (delayMs: number, task: () => void) => {
  const pause = { atMs: nowMs + delayMs, task };
  due.push(pause);
  return () => {
    due = due.filter((one) => one !== pause);
  };
};

/** A page that shows what is under that key. @returns its reading, asked for once by now */
function show(queryKey: readonly unknown[]) {
  const queryFn = vi.fn(async () => nowMs);
  leave.push(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined));
  return queryFn;
}

const settle = () => expect.poll(() => queries.isFetching()).toBe(0);

async function passTo(ms: number) {
  nowMs = ms;
  const ripe = due.filter(({ atMs }) => atMs <= ms);
  due = due.filter(({ atMs }) => atMs > ms);
  for (const { task } of ripe) task();
  await settle();
}

it('UP-05 counts items at the beginning and at the end of five seconds of news, and reads all else each time', async () => {
  const [counts, list] = [show(keys.media.counts('')), show(keys.media.list({}))];
  await settle();
  const reading = createPacedReading(queries, after);
  for (let ms = 0; ms < COUNTS_EACH_MS; ms += 500) {
    await passTo(ms);
    reading.read(keys.media.all);
    await settle();
  }
  expect([counts.mock.calls.length, list.mock.calls.length]).toEqual([2, 11]);
  await passTo(COUNTS_EACH_MS);
  expect([counts.mock.calls.length, list.mock.calls.length]).toEqual([3, 11]);
  expect(queries.getQueryData(keys.media.counts(''))).toBe(COUNTS_EACH_MS);
  reading.read(keys.media.all);
  await passTo(2 * COUNTS_EACH_MS - 1);
  expect(counts).toHaveBeenCalledTimes(3);
  await passTo(2 * COUNTS_EACH_MS);
  expect(counts).toHaveBeenCalledTimes(4);
});

it('UP-05 counts news after a quiet time at once, and asks for nothing when there is none', async () => {
  const counts = show(keys.media.counts('status=flagged'));
  const usage = show(keys.usage.all);
  await settle();
  const reading = createPacedReading(queries, after);
  reading.read(keys.media.all);
  await settle();
  await passTo(COUNTS_EACH_MS);
  await passTo(3 * COUNTS_EACH_MS);
  expect(counts).toHaveBeenCalledTimes(2);
  reading.read(keys.usage.all);
  reading.read(keys.media.all);
  await settle();
  expect([counts.mock.calls.length, usage.mock.calls.length]).toEqual([3, 2]);
});

it('UP-05 counts no more once it has ended', async () => {
  const counts = show(keys.media.counts(''));
  await settle();
  const reading = createPacedReading(queries, after);
  reading.read(keys.media.all);
  reading.read(keys.media.all);
  await settle();
  reading.end();
  await passTo(COUNTS_EACH_MS);
  expect(counts).toHaveBeenCalledTimes(2);
});
