import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { clientConfig } from './connection.ts';

/** How long an announcement may take. It takes milliseconds, or it never comes. */
const heardWithinMs = 5_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function connected<T>(variable: string, url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig({ url, name: 'clearframe start' }));
  client.on('error', () => undefined);
  try {
    await client.connect().catch((cause: unknown) => {
      throw new ConfigError(`${variable}: the database does not answer: ${messageOf(cause)}`, { cause });
    });
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether one address hears what another announces. A pool by transaction takes LISTEN without an error, and hears nothing. */
function isHeard(url: string, directUrl: string | null, withinMs: number): Promise<boolean> {
  return connected(directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', directUrl ?? url, async (listening) => {
    const nonce = randomUUID();
    const channel = 'clearframe_start';
    const heard = new Promise<boolean>((resolve) => {
      listening.on('notification', ({ payload }) => payload === nonce && resolve(true));
    });
    await listening.query(`listen ${channel}`);
    await connected('DATABASE_URL', url, (client) => client.query('select pg_notify($1, $2)', [channel, nonce]));
    return await Promise.race([heard, sleep(withinMs, false, { ref: false })]);
  });
}

/**
 * Finds a pool in the place of PostgreSQL itself, and two addresses of different databases, by one announcement.
 * @throws ConfigError with one line that names the variable
 */
export async function requireAnnouncements(url: string, directUrl: string | null, withinMs = heardWithinMs): Promise<void> {
  if (await isHeard(url, directUrl, withinMs)) return;
  throw new ConfigError(
    directUrl === null
      ? 'DATABASE_URL: notifications do not arrive over this address, so it is a pool. Set DATABASE_DIRECT_URL too, ' +
          'an address that reaches PostgreSQL itself'
      : 'DATABASE_DIRECT_URL: notifications over DATABASE_URL do not arrive there. Set an address that reaches PostgreSQL itself, ' +
          'no pool, and the same database',
  );
}
