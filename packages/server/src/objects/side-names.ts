import type { Config } from '../config.ts';
import { storageName } from '../storage/open-storage.ts';
import type { SideNames } from './installation.ts';

/** How sentences call the two sides: the database without its password, the files by their folder or bucket. */
export function sideNames(config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'storage' | 'storagePrevious'>): SideNames {
  const { databaseUrl, dataDir } = config;
  const { name: storage, variable } = storageName(config);
  if (databaseUrl === null) return { database: `The database in ${dataDir}`, storage, variable };
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return { database: `The database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`, storage, variable };
}
