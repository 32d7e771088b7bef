import { expect, it } from 'vitest';
import type { FromChild } from '../supervisor/protocol.ts';
import { createRelayedListener } from './relayed-listener.ts';

function child() {
  const reported: FromChild[] = [];
  const listener = createRelayedListener((message) => reported.push(message));
  const seen: unknown[] = [];
  const hear = (channel: string) =>
    listener.hear(channel, {
      onPayload: (payload) => seen.push(payload),
      onListening: (isAgain) => seen.push({ isAgain }),
      onSilence: () => seen.push('silence'),
    });
  return { listener, reported, seen, hear };
}

it('OPS-04 asks the supervisor for a channel, and hears what it passes on', () => {
  const { listener, reported, seen, hear } = child();
  hear('one');
  expect(reported).toEqual([{ type: 'hear', channel: 'one' }]);
  listener.onHeard({ type: 'listening', channel: 'one' });
  listener.onHeard({ type: 'announced', channel: 'one', payload: 'a' });
  listener.onHeard({ type: 'announced', channel: 'two', payload: 'b' });
  expect(seen).toEqual([{ isAgain: false }, 'a']);
});

it('OPS-04 looks for what went past after each silence, and is told of one silence once', () => {
  const { listener, seen, hear } = child();
  hear('one');
  listener.onHeard({ type: 'silence', channel: 'one' });
  listener.onHeard({ type: 'listening', channel: 'one' });
  listener.onHeard({ type: 'silence', channel: 'one' });
  listener.onHeard({ type: 'silence', channel: 'one' });
  listener.onHeard({ type: 'listening', channel: 'one' });
  expect(seen).toEqual([{ isAgain: false }, 'silence', { isAgain: true }]);
});

it('hears nothing more once nobody wants it', async () => {
  const { listener, seen, hear } = child();
  const end = hear('one');
  listener.onHeard({ type: 'listening', channel: 'one' });
  end();
  listener.onHeard({ type: 'announced', channel: 'one', payload: 'late' });
  hear('two');
  await listener.close();
  listener.onHeard({ type: 'listening', channel: 'two' });
  expect(seen).toEqual([{ isAgain: false }]);
});
