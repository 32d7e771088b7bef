import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clientConfig } from './connection.ts';
import type { RunAs } from './embedded-postgres-user.ts';

/** Who the server is in its own database: owner of everything in it, and no superuser. */
export const ownRole = 'clearframe';

/** Every session proves itself. The superuser has no password, so nobody signs in as one. */
const rules = ['# Written by Clearframe at its start.', 'local all all scram-sha-256', 'host all all all reject', ''].join('\n');

/** For the moment in which the role is made. */
const openRules = ['local all postgres trust', 'local all all reject', 'host all all all reject', ''].join('\n');

const passwordForm = /^[\w-]{32,}$/;
const passwordFile = (dataDir: string): string => join(dataDir, 'database.password');
const rulesFile = (data: string): string => join(data, 'pg_hba.conf');

/** The role's password; null in a DATA_DIR from before there was one. @throws when this user may not read it */
export function readDatabasePassword(dataDir: string): string | null {
  const file = passwordFile(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * Whole or not at all, and never readable for anybody else. The folder may be the database's own: a link that it laid there would lead
 * root to any file.
 */
function writeClosed(file: string, text: string, owner: RunAs['owner'] = null): void {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const made = openSync(unfinished, 'wx', 0o600);
  try {
    writeFileSync(made, text, { flush: true });
    fchmodSync(made, 0o600);
    if (owner) fchownSync(made, owner.uid, owner.gid);
  } finally {
    closeSync(made);
  }
  renameSync(unfinished, file);
}

/**
 * Makes the role, or gives it this password, and hands it everything that the superuser made before there was a role. One statement,
 * so it happens whole or not at all, and again without harm. What belongs to an extension stays with it.
 */
const handOver = (password: string, mayCreateDatabases: boolean): string => `
do $do$
declare one record;
begin
  if not exists (select from pg_roles where rolname = '${ownRole}') then
    create role ${ownRole};
  end if;
  alter role ${ownRole} with login nosuperuser ${mayCreateDatabases ? 'createdb' : 'nocreatedb'}
  nocreaterole noreplication nobypassrls password '${password}';
  execute format('alter database %I owner to ${ownRole}', current_database());
  for one in select nspname from pg_namespace where nspowner = 10 and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
  loop execute format('alter schema %I owner to ${ownRole}', one.nspname); end loop;
  for one in
    select c.oid::regclass as name, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = 10 and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
        and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i'))))
  loop
    execute format('alter %s %s owner to ${ownRole}',
      case one.relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' when 'f' then 'foreign table' else 'table' end, one.name);
  end loop;
  for one in
    select p.oid::regprocedure as name, p.prokind from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proowner = 10 and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter %s %s owner to ${ownRole}', case one.prokind when 'a' then 'aggregate' else 'routine' end, one.name);
  end loop;
  for one in
    select t.oid::regtype as name, t.typtype from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where t.typowner = 10 and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and t.typelem = 0
      and (t.typtype in ('e', 'd', 'r') or (t.typtype = 'c'
      and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')))
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop execute format('alter type %s owner to ${ownRole}', one.name); end loop;
end
$do$`;

/** Whether somebody could sign in without a password: the database is fresh, or from an earlier version. */
const isOpen = (dataDir: string, data: string): boolean =>
  readDatabasePassword(dataDir) === null || readFileSync(rulesFile(data), 'utf8') !== rules;

export type Closing = {
  dataDir: string;
  data: string;
  runAs: RunAs;
  /** The role may make databases: for tests, each of which has one. */
  mayCreateDatabases: boolean;
};

/**
 * Before the server starts: lets the superuser in by the socket, which lies in a folder of the server's user alone, when the database
 * has yet to be closed.
 * @returns what closes it once the server runs; null when it is closed already
 */
export function prepareClosing(closing: Closing): ((socketDir: string) => Promise<void>) | null {
  const { dataDir, data, runAs } = closing;
  if (!isOpen(dataDir, data)) return null;
  writeClosed(rulesFile(data), openRules, runAs.owner);
  return (socketDir) => close(closing, socketDir);
}

/** Gives the database its role, in place. It dies half way: the next start does it again. */
async function close({ dataDir, data, runAs, mayCreateDatabases }: Closing, socketDir: string): Promise<void> {
  const known = readDatabasePassword(dataDir);
  const password = known !== null && passwordForm.test(known) ? known : randomBytes(32).toString('base64url');
  if (password !== known) writeClosed(passwordFile(dataDir), `${password}\n`);
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
  const client = new pg.Client(clientConfig({ url, name: 'clearframe role', statementMs: null }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(handOver(password, mayCreateDatabases));
    writeClosed(rulesFile(data), rules, runAs.owner);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
