import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../security/new-id.ts';

/** Made here, so that it carries its time; the database's own default serves statements that are written by hand. */
export const id = () => uuid().primaryKey().defaultRandom().$defaultFn(newId);
const options = { withTimezone: true, mode: 'date' } as const;
/** A moment. The column is called as its property is, or as `name` says. */
export const at = (name?: string) => (name === undefined ? timestamp(options) : timestamp(name, options));
export const createdAt = () => at().notNull().defaultNow();
