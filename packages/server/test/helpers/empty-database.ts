import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, inject } from 'vitest';
import { dropDatabase } from './drop-database.ts';
import { withDatabase } from './global-setup.ts';

export type EmptyDatabase = {
  readonly name: string;
  readonly url: string;
  /** Asks the server over a connection of its own, to another database. */
  ask(statement: string): Promise<pg.QueryResult>;
};

/** Each test of the file gets a database that knows nothing of us yet. */
export function emptyDatabaseEach(): EmptyDatabase {
  let made: { server: pg.Client; name: string } | null = null;
  const parts = () => {
    if (!made) throw new Error('There is a database in tests only');
    return made;
  };
  beforeEach(async () => {
    const server = new pg.Client({ connectionString: inject('postgresUrl') });
    await server.connect();
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await server.query(`create database ${name}`);
    made = { server, name };
  });
  afterEach(async () => {
    const { server, name } = parts();
    await dropDatabase((statement) => server.query(statement), name);
    await server.end();
    made = null;
  });
  return {
    get name() {
      return parts().name;
    },
    get url() {
      return withDatabase(inject('postgresUrl'), parts().name);
    },
    ask: (statement) => parts().server.query(statement),
  };
}
