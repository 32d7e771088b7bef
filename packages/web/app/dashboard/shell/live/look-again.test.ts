import { ClearframeError } from '@clearframe/sdk';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys } from '../../../shared/api/keys.ts';
import { isOnItsWay, lookAgain } from './look-again.ts';
import { readAgain } from './read-again.ts';

const queryKey = ['media', 'item', 'one'];
const processing = { processing: true };
const done = { processing: false };

let queries: QueryClient;
/** Every pause that was begun; `due` is taken away by what cancels it. */
let pauses: { delayMs: number; due: (() => void) | null }[];
let seen: boolean;
let endings: (() => void)[];

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  pauses = [];
  seen = true;
  const after = (delayMs: number, task: () => void) => {
    const pause: (typeof pauses)[number] = { delayMs, due: task };
    pauses.push(pause);
    return () => {
      pause.due = null;
    };
  };
  endings = [lookAgain(queries, { after, read: (key) => readAgain(queries, key), isSeen: () => seen })];
});

afterEach(() => {
  for (const end of endings) end();
  queries.clear();
});

/** A page that shows what is under that key. @returns how often it was asked for */
function show(key: readonly unknown[], answer: () => Promise<unknown>) {
  const queryFn = vi.fn(answer);
  endings.push(new QueryObserver(queries, { queryKey: key, queryFn }).subscribe(() => undefined));
  return queryFn;
}

const settle = () => expect.poll(() => queries.isFetching()).toBe(0);
const waits = () => pauses.filter(({ due }) => due !== null);

async function passPause() {
  const [next] = waits();
  const task = next?.due;
  if (!next || !task) throw new Error('nothing is waited for');
  next.due = null;
  task();
  await settle();
}

it('reads what is on its way again, after twice as long each time, and ends with it', async () => {
  let answer = processing;
  const asked = show(queryKey, async () => answer);
  await settle();
  for (let times = 0; times < 4; times += 1) await passPause();
  expect(asked).toHaveBeenCalledTimes(5);
  expect(pauses.map(({ delayMs }) => delayMs)).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
  answer = done;
  await passPause();
  expect(waits()).toEqual([]);
  answer = processing;
  await queries.invalidateQueries({ queryKey });
  await settle();
  expect(waits()).toMatchObject([{ delayMs: 5_000 }]);
});

it('reads the numbers beside an item as well, and nothing else', async () => {
  show(queryKey, async () => processing);
  const counts = show(['media', 'counts'], async () => ({ flagged: 1 }));
  const usage = show(['usage'], async () => ({ used: 1 }));
  const uploader = show(keys.authors.one('u'), async () => ({ strikes: 1 }));
  const uploaders = show(keys.authors.list('', 'newest', 1), async () => []);
  const team = show(['team'], async () => []);
  await settle();
  await passPause();
  expect([counts, usage, uploader, uploaders, team].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2, 1, 1]);
});

it('waits on after an answer that failed, and after one that says later', async () => {
  const answers: (() => unknown)[] = [() => processing];
  const fail = (status: number) => () => {
    throw new ClearframeError(status, 'Not now');
  };
  answers.push(fail(500), fail(429), () => processing);
  show(queryKey, async () => answers.shift()?.());
  await settle();
  for (let times = 0; times < 3; times += 1) await passPause();
  expect(waits()).toMatchObject([{ delayMs: 30_000 }]);
});

it('ends when the item is gone', async () => {
  const gone = new ClearframeError(404, 'Not found');
  const answers: (() => unknown)[] = [
    () => processing,
    () => {
      throw gone;
    },
  ];
  const asked = show(queryKey, async () => answers.shift()?.());
  await settle();
  await passPause();
  expect(waits()).toEqual([]);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('ends when the page shows it no more', async () => {
  show(queryKey, async () => processing);
  await settle();
  endings.pop()?.();
  expect(waits()).toEqual([]);
});

it('asks nothing while nobody looks at the page', async () => {
  const asked = show(queryKey, async () => processing);
  await settle();
  seen = false;
  await passPause();
  expect(asked).toHaveBeenCalledTimes(1);
  seen = true;
  await passPause();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('knows items, lists of them and exports that are on their way', () => {
  const held = [
    processing,
    { media_uploads: [done, processing] },
    { state: 'queued' },
    [{ state: 'done' }, { state: 'running' }],
  ];
  expect(held.map(isOnItsWay)).toEqual([true, true, true, true]);
  const other = [undefined, null, 'x', done, { media_uploads: [done] }, { state: 'failed' }, [], { state: 'sent' }];
  expect(other.map(isOnItsWay)).toEqual(other.map(() => false));
});
