import { expect, it } from 'vitest';
import type { Hearer } from '../db/listener.ts';
import type { Heard } from './protocol.ts';
import { createRelay } from './relay.ts';

/** The machine's listening connection, and a process that reads when it is told to. */
function machine() {
  const hearers = new Map<string, Hearer>();
  const listener = {
    hear(channel: string, hearer: Hearer) {
      hearers.set(channel, hearer);
      return () => void hearers.delete(channel);
    },
    close: async () => undefined,
  };
  const told: Heard[] = [];
  const unread: (() => void)[] = [];
  const relay = createRelay(listener, (message, onSent) => {
    told.push(message);
    unread.push(onSent);
  });
  return {
    relay,
    told,
    hearers,
    of(channel: string): Hearer {
      const hearer = hearers.get(channel);
      if (!hearer) throw new Error(`Nobody hears ${channel}`);
      return hearer;
    },
    read() {
      for (const onSent of unread.splice(0)) onSent();
    },
  };
}

it('OPS-04 tells a process what is announced, and when announcements go past', () => {
  const { relay, told, of } = machine();
  relay.hear('one');
  of('one').onListening(false);
  of('one').onPayload('a');
  of('one').onSilence?.();
  of('one').onListening(true);
  expect(told).toEqual([
    { type: 'listening', channel: 'one' },
    { type: 'announced', channel: 'one', payload: 'a' },
    { type: 'silence', channel: 'one' },
    { type: 'listening', channel: 'one' },
  ]);
});

it('OPS-04 answers a process that asks again for what is heard already', () => {
  const { relay, told, of } = machine();
  relay.hear('one');
  of('one').onListening(false);
  relay.hear('one');
  expect(told).toEqual([
    { type: 'listening', channel: 'one' },
    { type: 'listening', channel: 'one' },
  ]);
});

it('OPS-04 keeps no more than a bounded number of messages for a process that hangs, and has it look for itself afterwards', () => {
  const { relay, told, of, read } = machine();
  relay.hear('one');
  relay.hear('two');
  of('one').onListening(false);
  for (let n = 0; n < 5_000; n += 1) of('one').onPayload(String(n));
  const kept = told.length;
  expect(kept).toBe(1_000);
  // It hears of this only through the state that it is told afterwards.
  of('two').onListening(false);
  of('one').onSilence?.();
  of('one').onListening(true);
  expect(told.length).toBe(kept);
  read();
  expect(told.slice(kept)).toEqual([
    { type: 'silence', channel: 'one' },
    { type: 'listening', channel: 'one' },
    { type: 'silence', channel: 'two' },
    { type: 'listening', channel: 'two' },
  ]);
  of('one').onPayload('after');
  expect(told.at(-1)).toEqual({ type: 'announced', channel: 'one', payload: 'after' });
});

it('OPS-04 hears nothing more for a process that is gone', () => {
  const { relay, hearers } = machine();
  relay.hear('one');
  relay.hear('two');
  relay.end();
  expect([...hearers.keys()]).toEqual([]);
  // What it said before it died may arrive after its death.
  relay.hear('three');
  expect([...hearers.keys()]).toEqual([]);
});
