import pg from 'pg';

const insufficientPrivilege = '42501';

/** Drops it, whatever is still connected. @param ask sends a statement from another database */
export async function dropDatabase(ask: (statement: string) => Promise<unknown>, name: string): Promise<void> {
  await ask(`drop database ${name} with (force)`).catch((error) => {
    // A vacuum that is there belongs to another role: without force the server ends it by itself.
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
    return ask(`drop database ${name}`);
  });
}
