import { lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { exposureBreak, exposureDay, exposureReveal } from '../db/schema.ts';
import { dayOf, firstKeptDay } from './read-exposure.ts';

const hourMs = 3_600_000;

/** Who saw what is needed for an hour and a day, the sums for a month, a break until its hour is over. @returns how many rows went */
export async function forgetReveals({ db, clock }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const now = clock.now();
  const yesterday = dayOf(new Date(now.getTime() - 24 * hourMs));
  const gone = [
    await db.delete(exposureReveal).where(lt(exposureReveal.day, yesterday)),
    await db.delete(exposureDay).where(lt(exposureDay.day, firstKeptDay(now))),
    await db.delete(exposureBreak).where(lt(exposureBreak.until, new Date(now.getTime() - hourMs))),
  ];
  return gone.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
