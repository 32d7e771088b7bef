import { timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid().primaryKey().defaultRandom();
const options = { withTimezone: true, mode: 'date' } as const;
/** A moment. The column is called as its property is, or as `name` says. */
export const at = (name?: string) => (name === undefined ? timestamp(options) : timestamp(name, options));
export const createdAt = () => at().notNull().defaultNow();
