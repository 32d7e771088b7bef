import { expect, it, vi } from 'vitest';
import { NotConfirmed } from '../api/not-confirmed.ts';
import { createAttempts } from './attempts.ts';

it('drops what is sent while an answer is awaited, and is busy until it came', async () => {
  const onBusy = vi.fn();
  const attempt = createAttempts(onBusy);
  let answer = () => {};
  const send = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const onRefused = vi.fn();
  const first = attempt(send, onRefused);
  await attempt(send, onRefused);
  expect(send).toHaveBeenCalledTimes(1);
  expect(onBusy.mock.calls).toEqual([[true]]);
  answer();
  await first;
  expect(onBusy.mock.calls).toEqual([[true], [false]]);
  expect(onRefused).not.toHaveBeenCalled();
});

it('hands on a refusal, and sends again after it', async () => {
  const attempt = createAttempts(() => {});
  const onRefused = vi.fn();
  const refusal = new Error('refused');
  const send = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce(undefined);
  await attempt(send, onRefused);
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(refusal);
  await attempt(send, onRefused);
  expect(send).toHaveBeenCalledTimes(2);
  expect(onRefused).toHaveBeenCalledTimes(1);
});

it('SEC-03 is quiet when the question who it is was closed, and sends again after it', async () => {
  const onBusy = vi.fn();
  const attempt = createAttempts(onBusy);
  const onRefused = vi.fn();
  const send = vi.fn().mockRejectedValueOnce(new NotConfirmed()).mockResolvedValueOnce(undefined);
  await attempt(send, onRefused);
  expect(onBusy.mock.calls).toEqual([[true], [false]]);
  await attempt(send, onRefused);
  expect(send).toHaveBeenCalledTimes(2);
  expect(onRefused).not.toHaveBeenCalled();
});
