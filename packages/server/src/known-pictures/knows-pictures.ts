import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { knownState } from '../db/schema.ts';

/** Whether an account has known a picture at any time, as a value of a larger statement. */
export const knowsPictures = (accountId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${sql`exists (select from ${knownState} where ${knownState.accountId} = ${accountId})`}`;
