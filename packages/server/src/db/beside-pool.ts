import pg from 'pg';
import { type ConnectionOptions, clientConfig } from './connection.ts';
import { isPoolFull } from './database-fault.ts';
import type { KeptPlace, Statements } from './kept-place.ts';

/**
 * Single statements that come through however busy a pool is: over its kept place, and where that is taken too, over a connection of that
 * moment.
 */
export const besidePool = ({ first }: Pick<KeptPlace, 'first'>, connection: ConnectionOptions): Statements => ({
  async query(text, values) {
    try {
      return await first.query(text, values);
    } catch (error) {
      if (!isPoolFull(error)) throw error;
    }
    const client = new pg.Client(clientConfig(connection));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  },
});
