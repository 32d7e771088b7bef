import { z } from 'zod';

const address = z.url({ protocol: /^postgres(ql)?$/ }).optional();

/** Variables of the database, with what each accepts. */
export const databaseVariables = {
  DATABASE_URL: { schema: address, accepts: 'a postgres:// address', secret: true },
  DATABASE_DIRECT_URL: { schema: address, accepts: 'a postgres:// address that reaches PostgreSQL itself', secret: true },
  DATABASE_POOL_MAX: { schema: z.coerce.number().int().min(2).max(200).optional(), accepts: 'a number from 2 to 200' },
} as const;

type Raw = {
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOL_MAX?: number | undefined;
};

export type DatabaseConfig = {
  /** null = the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Where announcements are heard and tables made; null = `databaseUrl`, which is then no pool. */
  directUrl: string | null;
  /** Connections of one process at most; null = by what it does. */
  poolMax: number | null;
};

export const databaseConfig = (raw: Raw): DatabaseConfig => ({
  databaseUrl: raw.DATABASE_URL ?? null,
  directUrl: raw.DATABASE_DIRECT_URL ?? null,
  poolMax: raw.DATABASE_POOL_MAX ?? null,
});

/** What does not go together, one line each. */
export const databaseFaults = (raw: Raw): string[] =>
  raw.DATABASE_DIRECT_URL && !raw.DATABASE_URL
    ? ['DATABASE_DIRECT_URL: not accepted without DATABASE_URL: the embedded database has one address']
    : [];
