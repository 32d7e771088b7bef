import {
  AppError,
  defaultPolicy,
  type PolicyDocument,
  type PolicyHistory,
  type PolicyVersion,
  policyChanges,
  policyName,
  policyNumber,
} from '@clearframe/contract';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { policy, user } from '../db/schema.ts';
import { beganReading, newestPolicy, readPolicy, wholeContent } from './read-policy.ts';

/** Versions of one page of the history. */
const PAGE = 20;

type Row = { version: typeof policy.$inferSelect; by: string | null };

const withPeople = (db: Db | Tx) =>
  db.select({ version: policy, by: user.name }).from(policy).leftJoin(user, eq(user.id, policy.createdBy));

function shown({ version: { number, createdAt, createdBy }, by }: Row): PolicyVersion {
  const person = createdBy === null ? null : { id: createdBy, name: by ?? '' };
  return { name: policyName(number), number, created_at: createdAt.toISOString(), created_by: person };
}

/** The default policy, which nobody saved; before there were versions it judged with the account's lists. */
const standingDefault = async (db: Db | Tx, accountId: string): Promise<PolicyDocument> => {
  const { version: name, ...content } = await readPolicy(db, accountId);
  return { name, number: null, created_at: null, created_by: null, content };
};

/**
 * A version by the name that verdicts carry.
 * @throws AppError policy_not_found
 */
export async function findPolicy(db: Db | Tx, accountId: string, name: string): Promise<PolicyDocument> {
  const began = await beganReading(db, accountId);
  if (name === defaultPolicy.version) {
    const { version: _name, ...content } = defaultPolicy;
    return { name, number: null, created_at: null, created_by: null, content: { ...content, read_writing: began } };
  }
  const number = policyNumber(name);
  if (number === null) throw new AppError('policy_not_found');
  const [row] = await withPeople(db).where(and(eq(policy.accountId, accountId), eq(policy.number, number)));
  if (!row) throw new AppError('policy_not_found');
  return { ...shown(row), content: wholeContent(row.version.content, began) };
}

/** The version that judges now. */
export async function currentPolicy(db: Db | Tx, accountId: string): Promise<PolicyDocument> {
  const newest = await newestPolicy(db, accountId);
  return newest ? findPolicy(db, accountId, policyName(newest.number)) : standingDefault(db, accountId);
}

/** Versions before a number, the newest first, each with what it changed. */
export async function listPolicies(db: Db, accountId: string, before: number): Promise<PolicyHistory> {
  const rows = await withPeople(db)
    .where(and(eq(policy.accountId, accountId), lt(policy.number, before)))
    .orderBy(desc(policy.number))
    .limit(PAGE + 1);
  const began = await beganReading(db, accountId);
  const contents = rows.map(({ version }) => wholeContent(version.content, began));
  const versions = rows.slice(0, PAGE).map((row, place) => ({
    ...shown(row),
    changes: policyChanges(contents[place + 1] ?? { ...defaultPolicy, read_writing: began }, contents[place] ?? defaultPolicy),
  }));
  return { versions, next_before: rows.length > PAGE ? (versions.at(-1)?.number ?? null) : null };
}
