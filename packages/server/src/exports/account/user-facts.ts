import { and, asc, count, desc, eq, gt, or } from 'drizzle-orm';
import { decision, media, passkey, session, totp, user } from '../../db/schema.ts';
import type { MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';

type FactsContext = Pick<MakerContext, 'db'>;

const pageSize = 500;

/** The person with their sign-ins and second steps; no password, no key. */
export async function userFacts({ db }: FactsContext, userId: string) {
  const [found] = await db.select().from(user).where(eq(user.id, userId));
  const sessions = await db
    .select({
      device: session.userAgent,
      address: session.ip,
      signedInAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
      expiresAt: session.expiresAt,
      endedAt: session.revokedAt,
    })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(session.createdAt));
  const passkeys = await db
    .select({ name: passkey.name, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt })
    .from(passkey)
    .where(eq(passkey.userId, userId));
  const [authenticator] = await db.select({ since: totp.confirmedAt }).from(totp).where(eq(totp.userId, userId));
  const { id, name, email, createdAt } = found ?? {};
  return { id, name, email, createdAt, authenticatorApp: authenticator ?? null, passkeys, sessions };
}

type Person = Pick<ExportRow, 'accountId'> & { userId: string };

const ownDecisions = ({ accountId, userId }: Person) => and(eq(decision.userId, userId), eq(media.accountId, accountId));

/** Lines of decisions.jsonl: what the person decided in this account, oldest first. */
export async function* decisionLines({ db }: FactsContext, row: Person, onItem: () => void): AsyncGenerator<unknown[]> {
  let last: { at: Date; id: string } | undefined;
  for (;;) {
    const after = last && or(gt(decision.at, last.at), and(eq(decision.at, last.at), gt(decision.id, last.id)));
    const { id, mediaId, at, from, to, note, labelKey: label, undoneAt } = decision;
    const page: { id: string; at: Date }[] = await db
      .select({ id, mediaId, at, from, to, note, label, undoneAt, file: media.originalFilename })
      .from(decision)
      .innerJoin(media, eq(media.id, decision.mediaId))
      .where(and(ownDecisions(row), after))
      .orderBy(asc(decision.at), asc(decision.id))
      .limit(pageSize);
    yield page;
    page.forEach(onItem);
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}

export async function countDecisions({ db }: FactsContext, row: Person): Promise<number> {
  const [counted] = await db
    .select({ decisions: count() })
    .from(decision)
    .innerJoin(media, eq(media.id, decision.mediaId))
    .where(ownDecisions(row));
  return counted?.decisions ?? 0;
}
