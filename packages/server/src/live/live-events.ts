import type { LiveEvent } from '@clearframe/contract';
import type { SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';

/** What travels between processes: an event of the contract and the account that may see it. */
export type Announcement = { accountId: string; event: LiveEvent };

/**
 * Announcements to every process over PostgreSQL's NOTIFY. Only a hint: whoever waits reads the row afterwards,
 * because a notification can be lost when a connection breaks.
 */
export type LiveEvents = {
  /** Sent in order, at once or with the transaction given. */
  publish(announcements: readonly Announcement[], tx?: Tx): Promise<void>;
  /** The same as expressions of SQL, separated by commas, for a statement that selects something else. */
  notices(announcements: readonly Announcement[]): SQL;
  /**
   * @param onMissed called when the process hears again after a while in which announcements went past it
   * @returns the function that ends the subscription
   */
  subscribe(accountId: string, listener: (event: LiveEvent) => void, onMissed?: () => void): () => void;
  /**
   * What that account was told in the last `backMs`, stages left out: for who read before it subscribed.
   * @returns null where that is more than a hundred events, or this process does not know all of it
   */
  recent(accountId: string, backMs: number): LiveEvent[] | null;
  /** Calls when that session is announced to be over. Does not connect by itself. @returns the function that ends it */
  onSessionEnd(sessionId: string, listener: () => void): () => void;
  /** Says that something is due to webhooks, when the transaction commits. */
  tellDue(tx: Tx): Promise<void>;
  /** The same as an expression of SQL. */
  dueNotice(): SQL;
  /** Calls when something may be due to webhooks. One at a time. @returns the function that ends it */
  onDue(listener: () => void): () => void;
  /** Connects when nobody did before. Resolves when whatever is published from now on reaches this process's subscribers. */
  listening(): Promise<void>;
  close(): Promise<void>;
};
