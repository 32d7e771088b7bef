import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decisionsUnderWay } from './decisions-under-way.ts';
import { readAgain } from './read-again.ts';

const queryKey = ['media', 'item', 'one'];
let queries: QueryClient;
/** Answers the requests so far, in order; each is asked for in the test and answered when the test says so. */
let requests: PromiseWithResolvers<string>[];
let leave: () => void;

beforeEach(() => {
  queries = new QueryClient();
  requests = [];
  const queryFn = () => {
    const request = Promise.withResolvers<string>();
    requests.push(request);
    return request.promise;
  };
  leave = new QueryObserver(queries, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
});

afterEach(() => {
  leave();
  queries.clear();
});

const shown = () => queries.getQueryData(queryKey);
const asked = (times: number) => expect.poll(() => requests).toHaveLength(times);

it('asks once more for a first answer that was on its way when the news came', async () => {
  await asked(1);
  readAgain(queries, ['media']);
  requests[0]?.resolve('waits');
  await asked(2);
  requests[1]?.resolve('flagged');
  await expect.poll(() => shown()).toBe('flagged');
  expect(requests).toHaveLength(2);
});

it('asks once more for a first answer, also where it breaks off the others', async () => {
  await asked(1);
  readAgain(queries, ['media'], { breaksOff: true });
  requests[0]?.resolve('waits');
  await asked(2);
  requests[1]?.resolve('flagged');
  await expect.poll(() => shown()).toBe('flagged');
  readAgain(queries, ['media']);
  await asked(3);
  readAgain(queries, ['media'], { breaksOff: true });
  await asked(4);
  requests[2]?.resolve('waits');
  requests[3]?.resolve('safe');
  await expect.poll(() => shown()).toBe('safe');
  expect(requests).toHaveLength(4);
});

it('asks once more after a first answer that failed', async () => {
  await asked(1);
  readAgain(queries, ['media']);
  requests[0]?.reject(new Error('no connection'));
  await asked(2);
  requests[1]?.resolve('flagged');
  await expect.poll(() => shown()).toBe('flagged');
});

it('waits for a slow answer under a burst of news, and asks once more for all of it', async () => {
  await asked(1);
  requests[0]?.resolve('waits');
  await expect.poll(() => shown()).toBe('waits');
  readAgain(queries, ['media']);
  await asked(2);
  for (let news = 0; news < 5; news += 1) readAgain(queries, ['media']);
  expect(requests).toHaveLength(2);
  requests[1]?.resolve('half way');
  await asked(3);
  requests[2]?.resolve('flagged');
  await expect.poll(() => shown()).toBe('flagged');
  expect(requests).toHaveLength(3);
});

it('leaves what is under another key alone', async () => {
  await asked(1);
  requests[0]?.resolve('waits');
  await expect.poll(() => shown()).toBe('waits');
  readAgain(queries, ['usage']);
  expect(requests).toHaveLength(1);
});

it('asks nothing of its own for an answer that was cancelled', async () => {
  await asked(1);
  readAgain(queries, ['media']);
  await queries.cancelQueries({ queryKey });
  await Promise.resolve();
  expect(requests).toHaveLength(1);
});

it('MED-05 leaves items alone while a decision is on its way: its own end reads them', async () => {
  await asked(1);
  requests[0]?.resolve('flagged');
  await expect.poll(() => shown()).toBe('flagged');
  decisionsUnderWay.begin();
  readAgain(queries, ['media']);
  expect(requests).toHaveLength(1);
  expect(decisionsUnderWay.end()).toBe(true);
  readAgain(queries, ['media']);
  await asked(2);
});
