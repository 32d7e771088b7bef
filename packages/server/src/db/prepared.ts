import type { Db, Tx } from './client.ts';

/** Pools whose connections are PostgreSQL's own: what a connection has parsed is still there at the next statement. */
const direct = new WeakSet<object>();

/** Says that no pool stands between, which would hand a named statement to a connection that does not know it. */
export function nameStatements(db: Db): void {
  direct.add(db);
}

/**
 * A query whose text is always the same: built once for each database, and where no pool forbids it parsed once a connection. For look-ups
 * by keys alone, because PostgreSQL may plan it without looking at the values.
 * @param build gets the statement's name, which is empty where statements have none
 */
export function prepared<Query>(name: string, build: (db: Db | Tx, name: string) => Query): (db: Db | Tx) => Query {
  const built = new WeakMap<object, Query>();
  return (db) => {
    if (!direct.has(db)) return build(db, '');
    const query = built.get(db) ?? build(db, name);
    built.set(db, query);
    return query;
  };
}
