import type { ChatEvent } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import type { chatHook } from '../../db/schema.ts';
import type { CaseKind } from './case-message.ts';

/** What a chat hears of beside items. `told` = under which id it is remembered: a notice is news again as its time passes. */
export type Case = { kind: CaseKind; id: string; told: string };

const CASES_MAX = 100;

/**
 * Open notices that came, or reached half of their time, three quarters or all of it, and open appeals that came: since the hook was
 * switched on, in the last two days, and not told yet. Of the moments of a notice only the last one counts, as in its mails.
 */
export async function waitingCases(
  tx: Tx,
  { id: hookId, accountId, events, since }: Pick<typeof chatHook.$inferSelect, 'id' | 'accountId' | 'events' | 'since'>,
  { now, newsMs }: { now: Date; newsMs: number },
): Promise<Case[]> {
  const wants = (event: ChatEvent) => events.includes(event);
  if (!wants('notice') && !wants('appeal')) return [];
  const from = new Date(Math.max(since.getTime(), now.getTime() - newsMs)).toISOString();
  const { rows } = await tx.execute<Case>(sql`
    select c.kind, c.id, c.told from (
      select 'notice' as kind, n.id, n.id as told, n.received_at as at from notice n
      where n.account_id = ${accountId} and n.outcome is null and n.received_at >= ${from}::timestamptz and ${wants('notice')}
      union all
      select m.kind, n.id, md5(n.id::text || ' ' || m.kind)::uuid, m.at from notice n
      cross join lateral (
        select * from (values
          ('overdue', n.due_at),
          ('soon', n.received_at + (n.due_at - n.received_at) * 0.75),
          ('half', n.received_at + (n.due_at - n.received_at) * 0.5)
        ) moment (kind, at)
        where moment.at <= ${now.toISOString()}::timestamptz order by moment.at desc limit 1
      ) m
      where n.account_id = ${accountId} and n.outcome is null and m.at >= ${from}::timestamptz and ${wants('notice')}
      union all
      select 'appeal', a.id, a.id, a.received_at from appeal a
      where a.account_id = ${accountId} and a.decided_at is null and a.received_at >= ${from}::timestamptz and ${wants('appeal')}
    ) c
    where not exists (select from chat_told t where t.hook_id = ${hookId} and t.media_id = c.told)
    order by c.at limit ${CASES_MAX}`);
  return rows;
}
