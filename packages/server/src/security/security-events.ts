import type { SecurityEventKind } from '@clearframe/contract';
import type { Db, Tx } from '../db/client.ts';
import { securityEvent } from '../db/schema.ts';
import type { Client } from './client-address.ts';

export type SecurityEventInput = {
  kind: SecurityEventKind;
  userId?: string;
  accountId?: string;
  detail?: string;
  /** Where the request came from; none for what a job or the operator does. */
  client?: Client;
  at: Date;
};

/** Appends one event. `detail` never holds a secret, a mail address or anything that a stranger typed. */
export async function recordSecurityEvent(db: Db | Tx, event: SecurityEventInput): Promise<void> {
  const { kind, userId, accountId, detail, client, at } = event;
  await db.insert(securityEvent).values({
    kind,
    userId: userId ?? null,
    accountId: accountId ?? null,
    detail: detail ?? null,
    ip: client?.ip ?? null,
    userAgent: client?.userAgent?.slice(0, userAgentMaxLength) ?? null,
    createdAt: at,
  });
}

/** Longer ones are cut: the header may hold kilobytes. */
export const userAgentMaxLength = 300;
