import type { Listener } from '../db/listener.ts';
import type { Heard } from './protocol.ts';

/** What a process leaves unread at most, each up to 8 kB: one that hangs must not fill the supervisor. */
const mostUnread = 1_000;

export type Relay = {
  /** The process wants to be told what is announced on that channel. */
  hear(channel: string): void;
  /** The process is gone. */
  end(): void;
};

/**
 * Passes on to one process what the machine's listening connection hears. A process that does not read is told nothing more; once it has
 * read everything it hears that announcements went past, as after a lost connection, and looks for itself.
 * @param send calls back when the message has left this process
 */
export function createRelay(listener: Listener, send: (message: Heard, onSent: () => void) => void): Relay {
  const ends = new Map<string, () => void>();
  const listening = new Set<string>();
  let unread = 0;
  let isBehind = false;
  let hasEnded = false;

  function onSent(): void {
    unread -= 1;
    if (!isBehind || unread > 0) return;
    isBehind = false;
    for (const channel of ends.keys()) {
      pass({ type: 'silence', channel });
      if (listening.has(channel)) pass({ type: 'listening', channel });
    }
  }
  function pass(message: Heard): void {
    if (unread >= mostUnread) isBehind = true;
    if (isBehind) return;
    unread += 1;
    send(message, onSent);
  }

  return {
    hear(channel) {
      // What a process said before it died may arrive after its death.
      if (hasEnded) return;
      if (ends.has(channel)) {
        if (listening.has(channel)) pass({ type: 'listening', channel });
        return;
      }
      const end = listener.hear(channel, {
        onPayload: (payload) => pass({ type: 'announced', channel, payload }),
        onListening() {
          listening.add(channel);
          pass({ type: 'listening', channel });
        },
        onSilence() {
          listening.delete(channel);
          pass({ type: 'silence', channel });
        },
      });
      ends.set(channel, end);
    },
    end() {
      hasEnded = true;
      for (const end of ends.values()) end();
      ends.clear();
    },
  };
}
