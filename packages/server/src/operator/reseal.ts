import { and, asc, count, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { readConfig } from '../config.ts';
import { recordLong } from '../console/operator-log.ts';
import type { Db } from '../db/client.ts';
import { recoveryCode, trialGrant, user } from '../db/schema.ts';
import { readSecretKey } from '../security/secret-key.ts';
import { createSecrets, type Secrets } from '../security/secrets.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { OperatorOutput, Run } from './run.ts';
import { type Sealed, sealedColumns } from './sealed-columns.ts';

const pageSize = 500;

type Resealed = { what: string; seen: number; resealed: number; unreadable: number };

/** Seals one column anew, page by page. A row that changes meanwhile is left to the next run. */
async function resealColumn(db: Db, secrets: Secrets, sealed: Sealed): Promise<Resealed> {
  const { what, use, table, id, column, field } = sealed;
  const result = { what, seen: 0, resealed: 0, unreadable: 0 };
  let last: unknown;
  for (;;) {
    const rows: { id: unknown; text: unknown }[] = await db
      .select({ id, text: column })
      .from(table)
      .where(and(isNotNull(column), last === undefined ? undefined : gt(id, last)))
      .orderBy(asc(id))
      .limit(pageSize);
    for (const row of rows) {
      result.seen += 1;
      try {
        const fresh = secrets.reseal(use, String(row.text));
        if (fresh === null) continue;
        await db
          .update(table)
          .set({ [field]: fresh })
          .where(and(eq(id, row.id), eq(column, row.text)));
        result.resealed += 1;
      } catch {
        result.unreadable += 1;
      }
    }
    last = rows.at(-1)?.id;
    if (rows.length < pageSize) return result;
  }
}

/** Moves the marks of used trials to the current key, as far as somebody still has the address. */
async function moveTrialMarks(db: Db, secrets: Secrets): Promise<{ moved: number; known: number; marks: number }> {
  let moved = 0;
  let known = 0;
  let last: string | undefined;
  for (;;) {
    const people = await db
      .select({ id: user.id, emailKey: user.emailKey })
      .from(user)
      .where(last === undefined ? undefined : gt(user.id, last))
      .orderBy(asc(user.id))
      .limit(pageSize);
    for (const { emailKey } of people) {
      const [current = '', ...older] = secrets.signatures('trial-address', emailKey);
      known += await db.$count(trialGrant, eq(trialGrant.emailHmac, current));
      for (const old of older) {
        const changed = await db
          .update(trialGrant)
          .set({ emailHmac: current })
          .where(eq(trialGrant.emailHmac, old))
          .returning({ id: trialGrant.id });
        moved += changed.length;
      }
    }
    last = people.at(-1)?.id;
    if (people.length < pageSize) return { moved, known: known + moved, marks: await db.$count(trialGrant) };
  }
}

async function resealAll(db: Db, secrets: Secrets, { print, complain }: OperatorOutput) {
  let [resealed, unreadable] = [0, 0];
  for (const sealed of sealedColumns) {
    const done = await resealColumn(db, secrets, sealed);
    resealed += done.resealed;
    unreadable += done.unreadable;
    print(`${done.what}: ${done.resealed} of ${done.seen} resealed`);
    if (done.unreadable > 0) complain(`${done.what}: ${done.unreadable} fit no key of SECRET_KEY and SECRET_KEY_PREVIOUS`);
  }
  const { moved, known, marks } = await moveTrialMarks(db, secrets);
  print(
    `marks of used trials: ${moved} moved; ${marks - known} of accounts that are gone stay under the key they were made with`,
  );
  const [codes] = await db.select({ left: count() }).from(recoveryCode).where(isNull(recoveryCode.usedAt));
  print(`recovery codes: ${codes?.left ?? 0} unused; those made under an old key work as long as it is listed`);
  return { resealed, unreadable };
}

/** `clearframe reseal`: afterwards an old key is only needed for what cannot be moved, which is said. */
export const reseal: Run = async (_args, env, output) => {
  const config = readConfig(env);
  const { close, db } = await openOperatorDatabase(config);
  try {
    const secrets = createSecrets(await readSecretKey(config), config.previousKeys);
    const { unreadable } = await recordLong(
      db,
      { action: 'reseal' },
      () => resealAll(db, secrets, output),
      (figures) => figures,
    );
    return unreadable === 0 ? 0 : 1;
  } finally {
    await close();
  }
};
