import { expect, it } from 'vitest';
import { noteWork, traceIdOf, workContext, workFor } from './work-context.ts';

it('OPS-03 knows for whom it works wherever something is awaited, and nobody else does', async () => {
  const seen: unknown[] = [];
  const work = (requestId: string) =>
    workFor({ requestId }, async () => {
      await Promise.resolve();
      noteWork({ accountId: `of ${requestId}` });
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(workContext());
    });
  await Promise.all([work('a'), work('b')]);
  expect(seen).toEqual([
    { requestId: 'a', accountId: 'of a' },
    { requestId: 'b', accountId: 'of b' },
  ]);
  noteWork({ accountId: 'of nobody' });
  expect(workContext()).toEqual({});
});

it.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
  ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
  ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', undefined],
  ['a trace', undefined],
  [undefined, undefined],
])('OPS-03 reads the trace of %s as %s', (traceparent, id) => {
  expect(traceIdOf(traceparent)).toBe(id);
});
