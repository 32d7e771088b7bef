import { asc, eq } from 'drizzle-orm';
import { emailKey } from '../accounts/email-key.ts';
import type { Db } from '../db/client.ts';
import { operatorPerson, totp, user } from '../db/schema.ts';
import { recordAct } from './operator-log.ts';

export type OperatorPerson = { email: string; name: string; since: Date; hasTwoStep: boolean };
export type PersonChange = 'done' | 'already' | 'unknown';

/** Lets the person with that address open the operator console, or no more. Written down in the same transaction. */
export async function changeOperator(db: Db, action: 'add' | 'remove', email: string): Promise<PersonChange> {
  return await db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: user.id })
      .from(user)
      .where(eq(user.emailKey, emailKey(email)));
    if (!person) return 'unknown';
    const changed =
      action === 'add'
        ? await tx.insert(operatorPerson).values({ userId: person.id }).onConflictDoNothing().returning()
        : await tx.delete(operatorPerson).where(eq(operatorPerson.userId, person.id)).returning();
    if (changed.length === 0) return 'already';
    await recordAct(tx, { action: `operator ${action}`, subject: `user ${person.id}` });
    return 'done';
  });
}

/** Everybody who may open the console, longest first. */
export async function listOperators(db: Db): Promise<OperatorPerson[]> {
  const rows = await db
    .select({ email: user.email, name: user.name, since: operatorPerson.createdAt, confirmedAt: totp.confirmedAt })
    .from(operatorPerson)
    .innerJoin(user, eq(user.id, operatorPerson.userId))
    .leftJoin(totp, eq(totp.userId, user.id))
    .orderBy(asc(operatorPerson.createdAt), asc(user.id));
  return rows.map(({ confirmedAt, ...person }) => ({ ...person, hasTwoStep: confirmedAt !== null }));
}

export async function isOperator(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(operatorPerson, eq(operatorPerson.userId, userId))) > 0;
}
