import { limits } from '@clearframe/contract';
import { lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { deleteSome } from '../db/delete-some.ts';
import { contactMessage } from '../db/schema.ts';

/** Removes messages after the time that docs/limits.md names. @returns how many */
export async function forgetContactMessages({ db, clock }: Pick<Context, 'db' | 'clock'>, signal?: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.contactKeptMs);
  return await deleteSome(db, contactMessage, lt(contactMessage.createdAt, before), signal);
}
