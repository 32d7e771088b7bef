import { expect, it } from 'vitest';
import { createRecentEvents } from './recent-events.ts';

const usage = { type: 'usage.updated' } as const;
const updated = (digit: number) => ({ type: 'media.updated', media_id: `6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6${digit}` }) as const;

function setUp(most?: number) {
  let atMs = 1_000_000;
  const recent = createRecentEvents(() => atMs, most);
  const pass = (ms: number) => {
    atMs += ms;
  };
  return { recent, pass };
}

it('UP-05 says again what an account was told since, each news once and to nobody else', () => {
  const { recent, pass } = setUp();
  recent.begin();
  pass(10_000);
  recent.note({ accountId: 'one', event: updated(1) });
  pass(2_000);
  recent.note({ accountId: 'one', event: usage });
  recent.note({ accountId: 'two', event: updated(2) });
  recent.note({ accountId: 'one', event: usage });
  expect(recent.of('one', 1_000)).toEqual([usage]);
  expect(recent.of('one', 3_000)).toEqual([updated(1), usage]);
  expect(recent.of('three', 3_000)).toEqual([]);
});

it('UP-05 leaves out how far an item is: that was overtaken', () => {
  const { recent, pass } = setUp();
  recent.begin();
  pass(5_000);
  recent.note({ accountId: 'one', event: { ...updated(1), type: 'media.stage', upload_id: null, stage: 'queued' } });
  expect(recent.of('one', 1_000)).toEqual([]);
});

it('UP-05 knows nothing of the time before it heard, of a break, and of more than a minute ago', () => {
  const { recent, pass } = setUp();
  expect(recent.of('one', 0)).toBeNull();
  recent.begin();
  pass(1_000);
  expect(recent.of('one', 1_001)).toBeNull();
  expect(recent.of('one', 1_000)).toEqual([]);
  recent.note({ accountId: 'one', event: usage });
  recent.end();
  expect(recent.of('one', 500)).toBeNull();
  recent.begin();
  pass(90_000);
  expect(recent.of('one', 60_001)).toBeNull();
  expect(recent.of('one', 60_000)).toEqual([]);
});

it('UP-05 says that it does not know all where there was more than it keeps', () => {
  const { recent, pass } = setUp(2);
  recent.begin();
  pass(1_000);
  for (const digit of [1, 2, 3]) {
    recent.note({ accountId: 'one', event: updated(digit) });
    pass(1_000);
  }
  expect(recent.of('one', 2_500)).toEqual([updated(2), updated(3)]);
  expect(recent.of('one', 3_500)).toBeNull();
});

it('UP-05 names no long list of news: to read again is less for the page and its stream', () => {
  const { recent, pass } = setUp();
  recent.begin();
  const id = (n: number) => `6f1c2a7e-0b54-4d0a-9c3e-${String(n).padStart(12, '0')}`;
  const tell = (n: number) => recent.note({ accountId: 'one', event: { type: 'media.updated', media_id: id(n) } });
  for (let n = 0; n < 100; n += 1) tell(n);
  pass(10);
  expect(recent.of('one', 10)).toHaveLength(100);
  tell(100);
  expect(recent.of('one', 10)).toBeNull();
  expect(recent.of('two', 10)).toEqual([]);
});
