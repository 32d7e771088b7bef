import type { AuditAction } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { auditWaiting, user } from '../db/schema.ts';

/** Who did it: a person, a program by its token, the server by itself, the operator, or somebody who was not signed in. */
export type AuditBy = { userId: string } | { tokenName: string; tokenId?: string | undefined } | 'rule' | 'operator' | 'somebody';

export type Act = {
  accountId: string;
  by: AuditBy;
  action: AuditAction;
  /** Default: the account. */
  subject?: { type: string; id: string | null } | undefined;
  /** Numbers and fixed words alone: no content, and nothing that anybody typed. */
  detail?: Record<string, string | number | boolean | null> | undefined;
  at: Date;
};

function actorOf(by: AuditBy) {
  if (by === 'somebody') return { actorType: 'person', actorId: null, actorName: null } as const;
  if (typeof by === 'string') return { actorType: by, actorId: null, actorName: null } as const;
  if ('tokenName' in by) return { actorType: 'token', actorId: by.tokenId ?? null, actorName: by.tokenName } as const;
  const name = sql<string>`(select ${user.name} from ${user} where ${user.id} = ${by.userId})`;
  return { actorType: 'person', actorId: by.userId, actorName: name } as const;
}

/**
 * Writes an act down in the transaction that does it. It takes no lock that another act would wait for: its place in the account's chain
 * comes afterwards (`audit/chain-entries.ts`).
 */
export async function recordAudit(tx: Db | Tx, { accountId, by, action, subject, detail, at }: Act): Promise<void> {
  const { type, id } = subject ?? { type: 'account', id: accountId };
  const values = { accountId, ...actorOf(by), action, subjectType: type, subjectId: id, detail: detail ?? {}, at };
  await tx.insert(auditWaiting).values(values);
}
