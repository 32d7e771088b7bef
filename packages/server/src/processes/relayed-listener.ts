import type { Hearer, Listener } from '../db/listener.ts';
import type { FromChild, Heard } from '../supervisor/protocol.ts';

export type RelayedListener = Listener & {
  /** What the supervisor says of its listening connection. */
  onHeard(heard: Heard): void;
};

/** Hears announcements over the supervisor's one connection, by the channel between the processes. */
export function createRelayedListener(report: (message: FromChild) => void): RelayedListener {
  const hearers = new Map<string, Hearer & { hasHeard: boolean; isHearing: boolean }>();
  return {
    hear(channel, hearer) {
      if (hearers.has(channel)) throw new Error(`${channel} is heard already`);
      const own = { ...hearer, hasHeard: false, isHearing: false };
      hearers.set(channel, own);
      report({ type: 'hear', channel });
      return () => {
        if (hearers.get(channel) === own) hearers.delete(channel);
      };
    },
    onHeard(heard) {
      const hearer = hearers.get(heard.channel);
      if (!hearer) return;
      if (heard.type === 'announced') return hearer.onPayload(heard.payload);
      if (heard.type === 'silence') {
        if (hearer.isHearing) hearer.onSilence?.();
        hearer.isHearing = false;
        return;
      }
      const isAgain = hearer.hasHeard;
      Object.assign(hearer, { hasHeard: true, isHearing: true });
      hearer.onListening(isAgain);
    },
    async close() {
      hearers.clear();
    },
  };
}
