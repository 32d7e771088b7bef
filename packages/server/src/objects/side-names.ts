import { objectsFolder } from '../storage/open-storage.ts';
import type { SideNames } from './installation.ts';

/** How sentences call the two sides: the database without its password, the files by their folder. */
export function sideNames({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): SideNames {
  const storage = objectsFolder({ dataDir });
  if (databaseUrl === null) return { database: `The database in ${dataDir}`, storage };
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return { database: `The database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`, storage };
}
