import type { Db, Tx } from '../db/client.ts';
import { securityEvent } from '../db/schema.ts';

/** What an auditor looks for. */
export type SecurityEventKind =
  | 'registration.started'
  | 'registration.completed'
  | 'registration.code_wrong'
  | 'login.succeeded'
  | 'login.failed'
  | 'login.locked'
  | 'session.refresh_reused'
  | 'session.logged_out'
  | 'access_token.created'
  | 'access_token.deleted';

export type SecurityEvent = { kind: SecurityEventKind; userId?: string; accountId?: string; detail?: string; at: Date };

/** Appends one event. `detail` never holds a secret, an address of a person or anything that they typed. */
export async function recordSecurityEvent(db: Db | Tx, { kind, userId, accountId, detail, at }: SecurityEvent): Promise<void> {
  await db.insert(securityEvent).values({
    kind,
    userId: userId ?? null,
    accountId: accountId ?? null,
    detail: detail ?? null,
    createdAt: at,
  });
}
