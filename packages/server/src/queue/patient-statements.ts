import pg from 'pg';
import { clientConfig } from '../db/connection.ts';
import type { Statements } from '../db/kept-place.ts';
import { clientGraceMs } from '../db/session-limits.ts';
import { withStatementMs } from '../db/statement-limit.ts';

/** Some of the keeper's statements read every job. */
const patientMs = 120_000;
const clientMs = patientMs + clientGraceMs;

/** Refused inside a transaction. */
const standsAlone = /^\s*(?:create\s+(?:unique\s+)?index|reindex\s+index|drop\s+index)\s+concurrently\b/i;
/** The library sends some of its transactions as one text. */
const ownTransaction = /^\s*begin\s*;/i;

/** Over a connection of its own to PostgreSQL itself: a limit of a session would reach others over a pool. */
async function alone(directUrl: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(clientConfig({ url: directUrl, name: 'clearframe queue', statementMs: clientMs }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set statement_timeout = ${patientMs}`);
    return await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Statements that may take longer than `session-limits.ts` allows, each with a limit that ends with its transaction. */
export function createPatientStatements(pool: pg.Pool, directUrl: string): Statements {
  const limit = `set local statement_timeout = ${patientMs};`;
  return {
    async query(text, values) {
      if (standsAlone.test(text)) return await alone(directUrl, text);
      const client = await pool.connect();
      const run = (statement: string, its: unknown[] = []): Promise<pg.QueryResult> =>
        withStatementMs(clientMs, () => client.query({ text: statement, values: its }));
      try {
        if (ownTransaction.test(text)) {
          const result = await run(text.replace(ownTransaction, (begin) => `${begin} ${limit}`));
          client.release();
          return result;
        }
        await run(`begin; ${limit}`);
        const result = await run(text, values);
        await run('commit');
        client.release();
        return result;
      } catch (error) {
        // With its transaction, which may be open still.
        client.release(true);
        throw error;
      }
    },
  };
}
