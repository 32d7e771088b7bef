import { type OperatorAccount, type OperatorAccounts, operatorLimits, planById } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { account, media, mediaTally, membership, subscription, usagePeriod, user } from '../db/schema.ts';

type Row = {
  id: string;
  name: string | null;
  owner: string | null;
  email: string | null;
  plan: string | null;
  used: number;
  total: number;
  granted: number;
  items: number;
  flagged: number;
  suspended: string | null;
  created: string;
  uploaded: string | null;
};

/** `%` and `_` are characters of a name, too. */
const containing = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const view = ({
  id,
  name,
  owner,
  email,
  plan,
  used,
  total,
  granted,
  items,
  flagged,
  suspended,
  created,
  uploaded,
}: Row): OperatorAccount => ({
  id,
  name: name ?? owner ?? id,
  owner: owner === null || email === null ? null : { name: owner, email },
  plan: plan === null ? null : (planById(plan)?.name ?? plan),
  frames: { used, total, granted },
  items: { total: items, flagged },
  suspended_at: suspended === null ? null : new Date(suspended).toISOString(),
  created_at: new Date(created).toISOString(),
  last_upload_at: uploaded === null ? null : new Date(uploaded).toISOString(),
});

/**
 * Accounts of the installation, newest first, with what they may use and have used: sums that are kept, so a page costs the same
 * however many items they have. No item and no name of one.
 */
export async function listAccounts(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { search = '', page }: { search?: string | undefined; page: number },
): Promise<OperatorAccounts> {
  const limit = operatorLimits.pageSize;
  const now = clock.now().toISOString();
  const like = containing(search);
  const found = sql`
    from ${account}
    left join ${membership} on ${membership.accountId} = ${account.id} and ${membership.role} = 'owner'
    left join ${user} on ${user.id} = ${membership.userId}
    where ${account.deletedAt} is null
      and (${search} = '' or ${account.name} ilike ${like} or ${user.name} ilike ${like} or ${user.email} ilike ${like})`;
  const [{ rows }, counted] = await Promise.all([
    db.execute<Row>(sql`
      with shown as (
        select ${account.id} as id, ${account.name} as name, ${user.name} as owner, ${user.email} as email,
          ${account.suspendedAt}::text as suspended, ${account.createdAt}::text as created
        ${found} order by ${account.id} desc limit ${limit} offset ${(page - 1) * limit})
      select shown.*, plan.plan_id as plan, frames.*, items.*, newest.at::text as uploaded
      from shown
      left join lateral (
        select plan_id from ${subscription}
        where account_id = shown.id and status in ('trialing', 'active', 'past_due', 'cancelled')
          and coalesce(access_ends_at, current_period_end) > ${now}::timestamptz
        order by created_at desc limit 1) plan on true
      left join lateral (
        select created_at as at from ${media} where account_id = shown.id and kept
        order by created_at desc nulls first limit 1) newest on true
      cross join lateral (
        select coalesce(sum(used), 0)::int as used, coalesce(sum(allowance), 0)::int as total,
          coalesce(sum(allowance) filter (where subscription_id is null and plan_id is null), 0)::int as granted
        from ${usagePeriod}
        where account_id = shown.id and starts_at <= ${now}::timestamptz and ends_at > ${now}::timestamptz) frames
      cross join lateral (
        select coalesce(sum(delta) filter (where state <> 'undecided'), 0)::int as items,
          coalesce(sum(delta) filter (where state = 'flagged'), 0)::int as flagged
        from ${mediaTally} where account_id = shown.id) items
      order by shown.id desc`),
    db.execute<{ total: number }>(sql`select count(*)::int as total ${found}`),
  ]);
  return { accounts: rows.map(view), pagination: { page, limit, total: counted.rows[0]?.total ?? 0 } };
}
