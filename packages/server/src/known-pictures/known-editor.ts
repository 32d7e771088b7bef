import type { Client } from '../security/client-address.ts';

/** Who changes what an account knows, for the security log. */
export type KnownEditor = { accountId: string; userId: string; client: Client };
