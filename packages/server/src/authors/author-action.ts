import { type SQL, sql } from 'drizzle-orm';

/**
 * Fails that count against an author now: each stands, is the newest of its item, waits for nobody, and is young enough. Nothing is kept of
 * a strike, so undoing a decision takes it back, and days end it. Every item with a decision is `kept`, which an index asks to hear.
 * @param author the id of the author's row
 */
export const strikesOf = (author: SQL, strikeDays: SQL): SQL => sql`
  select d.id, d.at, d.media_id, d.label_key from media m join decision d on d.media_id = m.id
  where m.author_id = ${author} and m.kept and m.moderation_flagged and d.strikes and not d.waits_second
    and d.undone_at is null and d.overruled_at is null and d.at > now() - ${strikeDays} * interval '1 day'
    and not exists (select from decision later where later.media_id = d.media_id and later.undone_at is null
      and later.overruled_at is null and (later.at, later.id) > (d.at, d.id))`;

const isOn = sql`a.action_until is null or a.action_until > now()`;

/**
 * What holds for the next item of the author `a`: what somebody set by hand, unless strikes ask for more. Trust that was given by hand
 * stands. By the database's clock.
 */
export const actionNow: SQL<'none' | 'trust' | 'watch' | 'block'> = sql`(
  case when a.action in ('trust', 'block') and (${isOn}) then a.action
  else coalesce(
    (select case when s.strikes_to_block > 0 and c.strikes >= s.strikes_to_block then 'block'
        when s.strikes_to_watch > 0 and c.strikes >= s.strikes_to_watch then 'watch' end
      from author_settings s, lateral (select count(*) as strikes from (${strikesOf(sql`a.id`, sql`s.strike_days`)}) counted) c
      where s.account_id = a.account_id and (s.strikes_to_block > 0 or s.strikes_to_watch > 0)),
    case when a.action = 'watch' and (${isOn}) then 'watch' else 'none' end)
  end)`;
