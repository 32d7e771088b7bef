import type { User } from '@clearframe/contract';
import type { user } from '../db/schema.ts';

/** The person as the API shows them. */
export function userView(row: typeof user.$inferSelect): User {
  return { id: row.id, name: row.name, email: row.email, createdAt: row.createdAt.toISOString() };
}
