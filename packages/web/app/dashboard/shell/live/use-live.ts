import { accountEndpoints, type LiveEvent } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { pageConnection } from '../../../shared/connection/page-connection.ts';
import { createLiveStream, type LiveListener, OPENS_WITHIN_MS } from './live-stream.ts';
import { lookAgain } from './look-again.ts';
import { createPacedReading } from './paced-reading.ts';

const after = (delayMs: number, task: () => void) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
};

const stream = createLiveStream({
  open: () => new EventSource(`/api/events?read_ms=${Math.ceil(performance.now() + OPENS_WITHIN_MS)}`),
  // An EventSource does not tell a 401 from other refusals, so the session is asked for: that refreshes it where needed.
  renew: () =>
    call(accountEndpoints.me).then(
      () => true,
      (error: unknown) => !(error instanceof ClearframeError && error.status === 401),
    ),
  onBreak: pageConnection.doubt,
  nowMs: () => performance.now(),
  after,
});

/** Hears every live event of the account while the component is on the page. */
export function useLive(listener: LiveListener): void {
  const onEvent = useEffectEvent(listener.onEvent);
  const onReconnect = useEffectEvent(() => listener.onReconnect?.());
  useEffect(() => stream.subscribe({ onEvent: (event) => onEvent(event), onReconnect: () => onReconnect() }), []);
}

/** What is read again on which event. A delivery can be sent again only while its webhook is on. */
const readOn = new Map<LiveEvent['type'], readonly QueryKey[]>([
  ['media.updated', [keys.media.all, keys.authors.figures]],
  ['usage.updated', [keys.usage.all]],
  ['webhook.updated', [keys.webhooks, keys.deliveries.all, keys.media.allDeliveries]],
  ['delivery.updated', [keys.webhooks, keys.deliveries.all, keys.media.allDeliveries]],
  ['export.updated', [keys.exports.all]],
  ['token.updated', [keys.tokens]],
]);

/** Events of a batch upload come in bursts; one reading serves them all. */
const GATHER_MS = 300;

/**
 * Keeps what was fetched fresh: media with the figures of who made them, frames, webhooks, deliveries, exports and tokens on the events
 * that are named after them, all after a break of the line, and what is on its way also without a line.
 */
export function useLiveRefresh(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const reading = createPacedReading(queries, after);
    const waiting = new Set<QueryKey>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (changed: readonly QueryKey[]) => {
      for (const key of changed) waiting.add(key);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const key of waiting) reading.read(key);
        waiting.clear();
      }, GATHER_MS);
    };
    const unsubscribe = stream.subscribe({
      onEvent: (event) => {
        const changed = readOn.get(event.type);
        if (changed) refresh(changed);
      },
      onReconnect: () => {
        for (const changed of readOn.values()) refresh(changed);
      },
    });
    const endLooking = lookAgain(queries, { after, read: reading.read });
    return () => {
      endLooking();
      reading.end();
      unsubscribe();
      clearTimeout(timer);
    };
  }, [queries]);
}
