import type { SecurityEventKind } from '@clearframe/contract';
import type { Db, Tx } from '../db/client.ts';
import { securityEvent } from '../db/schema.ts';
import { auditOf } from './audited-events.ts';
import type { Client } from './client-address.ts';
import { recordAudit } from './record-audit.ts';

export type SecurityEventInput = {
  kind: SecurityEventKind;
  userId?: string;
  accountId?: string;
  detail?: string;
  /** What it was done to, and figures of it, for the audit log. Default: the account. */
  subject?: { type: string; id: string };
  facts?: Record<string, string | number | boolean | null>;
  /** Where the request came from; none for what a job or the operator does. */
  client?: Client;
  at: Date;
};

/**
 * Appends one event, and the entry of the audit log where it is one. `detail` never holds a secret, a mail address or anything that a
 * stranger typed.
 */
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
  const act = auditOf(event);
  if (act) await recordAudit(db, act);
}

/** Longer ones are cut: the header may hold kilobytes. */
export const userAgentMaxLength = 300;
