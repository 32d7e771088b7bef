import { AppError, limits, type SavedView, type ViewChange, type ViewInput } from '@clearframe/contract';
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { membership, savedView, user } from '../../db/schema.ts';
import { requireSortable } from './list-order.ts';

type ViewContext = Pick<Context, 'clock' | 'db'>;
type Person = { accountId: string; userId: string };

const mine = ({ accountId, userId }: Person) => and(eq(savedView.accountId, accountId), eq(savedView.userId, userId));

/** Views of people who left the account are not listed. */
async function find(db: Db | Tx, where: SQL | undefined): Promise<SavedView[]> {
  const rows = await db
    .select({ view: savedView, name: user.name })
    .from(savedView)
    .innerJoin(user, eq(user.id, savedView.userId))
    .innerJoin(membership, and(eq(membership.userId, savedView.userId), eq(membership.accountId, savedView.accountId)))
    .where(where)
    .orderBy(asc(sql`lower(${savedView.name})`), asc(savedView.id));
  return rows.map(({ view: { id, name, filter, shared, userId, createdAt }, name: maker }) => ({
    id,
    name,
    filter,
    shared,
    by: { id: userId, name: maker },
    created_at: createdAt.toISOString(),
  }));
}

/** The person's own ones, and those that others of the account share. */
export const listViews = ({ db }: Pick<Context, 'db'>, person: Person): Promise<SavedView[]> =>
  find(db, or(mine(person), and(eq(savedView.accountId, person.accountId), eq(savedView.shared, true))));

/** The person's own ones, for their export. */
export const ownViews = (db: Db, person: Person): Promise<SavedView[]> => find(db, mine(person));

async function ownView(db: Db | Tx, person: Person, id: string): Promise<SavedView> {
  const [found] = await find(db, and(eq(savedView.id, id), mine(person)));
  if (!found) throw new AppError('view_not_found');
  return found;
}

/** @throws AppError views_full, validation_failed (the order) */
export async function createView({ clock, db }: ViewContext, person: Person, input: ViewInput): Promise<SavedView> {
  requireSortable(input.filter);
  return await db.transaction(async (tx) => {
    // Views of one person are made one after the other, so that they are counted.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${person.userId}`}, 0))`);
    if ((await tx.$count(savedView, mine(person))) >= limits.viewsMax) throw new AppError('views_full');
    const [made] = await tx
      .insert(savedView)
      .values({ ...input, ...person, createdAt: clock.now() })
      .returning({ id: savedView.id });
    return await ownView(tx, person, made?.id ?? '');
  });
}

/** What is left out of the change stays. @throws AppError view_not_found (also another person's), validation_failed (the order) */
export async function updateView({ db }: ViewContext, person: Person, id: string, change: ViewChange): Promise<SavedView> {
  if (change.filter) requireSortable(change.filter);
  if (Object.values(change).some((value) => value !== undefined))
    await db
      .update(savedView)
      .set(change)
      .where(and(eq(savedView.id, id), mine(person)));
  return await ownView(db, person, id);
}

/** @throws AppError view_not_found (also another person's) */
export async function deleteView({ db }: ViewContext, person: Person, id: string): Promise<void> {
  const { rowCount } = await db.delete(savedView).where(and(eq(savedView.id, id), mine(person)));
  if (!rowCount) throw new AppError('view_not_found');
}
