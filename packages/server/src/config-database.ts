import { z } from 'zod';

const address = z.url({ protocol: /^postgres(ql)?$/ }).optional();

/** Variables of the database, with what each accepts. */
export const databaseVariables = {
  DATABASE_URL: { schema: address, accepts: 'a postgres:// address', secret: true },
  DATABASE_DIRECT_URL: { schema: address, accepts: 'a postgres:// address that reaches PostgreSQL itself', secret: true },
  DATABASE_POOL_MAX: { schema: z.coerce.number().int().min(2).max(200).optional(), accepts: 'a number from 2 to 200' },
  MIGRATE: { schema: z.enum(['auto', 'wait']).default('auto'), accepts: 'auto or wait' },
} as const;

type Raw = {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOL_MAX?: number | undefined;
  MIGRATE: 'auto' | 'wait';
};

export type DatabaseConfig = {
  /** null = the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Where announcements are heard and tables made; null = `databaseUrl`, which is then no pool. */
  directUrl: string | null;
  /** Connections of one process at most; null = by what it does. */
  poolMax: number | null;
  /** wait = a start makes no tables: it waits until somebody else has. */
  migrate: Raw['MIGRATE'];
};

export const databaseConfig = (raw: Raw): DatabaseConfig => ({
  databaseUrl: raw.DATABASE_URL ?? null,
  directUrl: raw.DATABASE_DIRECT_URL ?? null,
  poolMax: raw.DATABASE_POOL_MAX ?? null,
  migrate: raw.MIGRATE,
});

/** What does not go together, one line each. */
export const databaseFaults = ({ DATABASE_URL, DATABASE_DIRECT_URL, MIGRATE }: Raw): string[] => {
  if (DATABASE_URL) return [];
  const lines: string[] = [];
  if (DATABASE_DIRECT_URL)
    lines.push('DATABASE_DIRECT_URL: not accepted without DATABASE_URL: the embedded database has one address');
  if (MIGRATE === 'wait')
    lines.push(
      'MIGRATE: "wait" is not accepted without DATABASE_URL: nobody but this start makes tables in the embedded database',
    );
  return lines;
};
