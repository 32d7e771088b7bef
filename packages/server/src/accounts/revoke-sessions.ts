import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { session } from '../db/schema.ts';
import { announceSessionEnd } from '../live/session-end.ts';
import { forgetDevices } from './known-device.ts';

type Revocation = {
  userId: string;
  /** Stored with each session, for an auditor. */
  reason: string;
  /** The session that stays; none stays without it. */
  except?: string;
  now: Date;
};

/**
 * Ends the sessions of a person in every browser, at once. Unless they signed out by themselves those browsers are forgotten, too.
 * @returns how many were open
 */
export async function revokeSessions(tx: Tx, { userId, reason, except, now }: Revocation): Promise<number> {
  if (reason !== 'logout') await forgetDevices(tx, { userId, except });
  const others = except === undefined ? undefined : ne(session.id, except);
  const ended = await tx
    .update(session)
    .set({ revokedAt: now, revokedReason: reason })
    .where(and(eq(session.userId, userId), isNull(session.revokedAt), others))
    .returning({ id: session.id });
  await announceSessionEnd(
    tx,
    ended.map(({ id }) => id),
  );
  return ended.length;
}
