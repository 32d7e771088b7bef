import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { emailKey } from '../accounts/email-key.ts';
import { readConfig } from '../config.ts';
import type { RetentionDays } from '../config-retention.ts';
import { recordAct } from '../console/operator-log.ts';
import type { Db, Tx } from '../db/client.ts';
import { account, membership, retention as retentionTable, user } from '../db/schema.ts';
import { auditedDays, keptForEver, readRetention, saveRetention, within } from '../retention/days.ts';
import { recordAudit } from '../security/record-audit.ts';
import { readRetentionMax } from '../settings/retention-max.ts';
import { openOperatorDatabase } from './operator-database.ts';
import { parseRetention, type RetentionCommand, retentionKeys, retentionOptions } from './retention-command.ts';
import type { OperatorOutput, Run } from './run.ts';

type Sides = { db: Db; most: RetentionDays };

const inDays = (days: number | null) => (days === null ? 'for ever' : `${days} ${days === 1 ? 'day' : 'days'}`);

/** One line each: what, for how long, and why not as long as the account chose. */
function lines(own: RetentionDays, most: RetentionDays): string[] {
  const held = within(own, most);
  return retentionKeys.map((key) => {
    const isCut = held[key] !== own[key];
    const why = isCut ? `  (${retentionOptions[key].bound}; the account's own setting: ${inDays(own[key])})` : '';
    return `  ${retentionOptions[key].what.padEnd(28)} ${inDays(held[key])}${why}`;
  });
}

/** The account that a person with this address owns, else the first that they belong to. Closed ones are left out. */
async function findAccount(db: Db | Tx, email: string): Promise<string | null> {
  const [found] = await db
    .select({ id: account.id })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .innerJoin(account, eq(account.id, membership.accountId))
    .where(and(eq(user.emailKey, emailKey(email)), isNull(account.deletedAt)))
    .orderBy(sql`${membership.role} = 'owner' desc`, asc(membership.createdAt))
    .limit(1);
  return found?.id ?? null;
}

async function showAll({ db, most }: Sides, { print }: OperatorOutput): Promise<number> {
  print('At most, for every account (RETENTION_…_DAYS_MAX):');
  for (const line of lines(most, most)) print(line);
  const chosen = retentionKeys.map((key) => isNotNull(retentionTable[key]));
  const rows = await db
    .select({ own: retentionTable, email: user.email })
    .from(retentionTable)
    .innerJoin(account, and(eq(account.id, retentionTable.accountId), isNull(account.deletedAt)))
    .leftJoin(membership, and(eq(membership.accountId, account.id), eq(membership.role, 'owner')))
    .leftJoin(user, eq(user.id, membership.userId))
    .where(or(...chosen))
    .orderBy(asc(account.id));
  for (const { own, email } of rows) {
    print(`Account ${own.accountId}${email === null ? '' : `, owned by ${email}`}:`);
    for (const line of lines(own, most)) print(line);
  }
  if (rows.length === 0) print('No account has its own settings.');
  return 0;
}

async function show({ db, most }: Sides, email: string, { print, complain }: OperatorOutput): Promise<number> {
  const accountId = await findAccount(db, email);
  if (accountId === null) {
    complain(`There is no account with the address ${email}.`);
    return 1;
  }
  print(`Account ${accountId} keeps:`);
  for (const line of lines(await readRetention(db, accountId), most)) print(line);
  return 0;
}

type Change = Extract<RetentionCommand, { action: 'set' }>;

/** The lock orders two changes at once, so that the log says what each of them found. */
async function change({ db }: Sides, { email, days, reason }: Change): Promise<string | null> {
  return await db.transaction(async (tx) => {
    const accountId = await findAccount(tx, email);
    if (accountId === null) return null;
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    const before = await readRetention(tx, accountId);
    const after = { ...keptForEver, ...before, ...days };
    await saveRetention(tx, accountId, after);
    await recordAct(tx, { action: 'retention set', subject: `account ${accountId}`, reason, detail: { before, after } });
    await recordAudit(tx, { accountId, by: 'operator', action: 'retention.changed', detail: auditedDays(after), at: new Date() });
    return accountId;
  });
}

async function set(sides: Sides, wanted: Change, output: OperatorOutput): Promise<number> {
  const { email, days } = wanted;
  for (const key of retentionKeys) {
    const [given, most] = [days[key], sides.most[key]];
    if (typeof given !== 'number' || most === null || given <= most) continue;
    const { option, bound } = retentionOptions[key];
    output.complain(`--${option}: ${given} is more than ${bound} lets any account keep: ${most}. Nothing changed.`);
    return 1;
  }
  if ((await change(sides, wanted)) === null) {
    output.complain(`There is no account with the address ${email}.`);
    return 1;
  }
  await show(sides, email, output);
  output.print('The next daily run removes older data forever. A run in progress uses the new days too.');
  return 0;
}

/** `clearframe retention show` and `set`. */
export const retention: Run = async (args, env, output) => {
  const command = parseRetention(args);
  const config = readConfig(env);
  const { close, db } = await openOperatorDatabase(config);
  try {
    const sides = { db, most: await readRetentionMax(db, config) };
    if (command.action === 'set') return await set(sides, command, output);
    return await (command.email === null ? showAll(sides, output) : show(sides, command.email, output));
  } finally {
    await close();
  }
};
