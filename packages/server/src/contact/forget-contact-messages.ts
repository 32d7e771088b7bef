import { limits } from '@clearframe/contract';
import { lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { contactMessage } from '../db/schema.ts';

/** Removes messages after the time that docs/limits.md names. @returns how many */
export async function forgetContactMessages({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.contactKeptMs);
  const gone = await db.delete(contactMessage).where(lt(contactMessage.createdAt, before)).returning({ id: contactMessage.id });
  return gone.length;
}
