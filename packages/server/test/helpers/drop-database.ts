import pg from 'pg';

const insufficientPrivilege = '42501';

/** Drops it, whatever is still connected. @param ask sends a statement from another database */
export async function dropDatabase(ask: (statement: string) => Promise<unknown>, name: string): Promise<void> {
  try {
    await ask(`drop database ${name} with (force)`);
  } catch (error) {
    // A vacuum that is there belongs to another role: without force the server ends it by itself, and nobody else's session.
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
    await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = session_user`);
    await ask(`drop database ${name}`);
  }
}
