import { z } from 'zod';

const address = z.url({ protocol: /^postgres(ql)?$/ }).optional();

/** Variables of the database, with what each accepts. */
export const databaseVariables = {
  DATABASE_URL: { schema: address, accepts: 'a postgres:// address', secret: true },
  DATABASE_DIRECT_URL: { schema: address, accepts: 'a postgres:// address that reaches PostgreSQL itself', secret: true },
} as const;

type Raw = { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined };

export type DatabaseConfig = {
  /** null = the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Where announcements are heard and tables made; null = `databaseUrl`, which is then no pool. */
  directUrl: string | null;
};

export const databaseConfig = (raw: Raw): DatabaseConfig => ({
  databaseUrl: raw.DATABASE_URL ?? null,
  directUrl: raw.DATABASE_DIRECT_URL ?? null,
});

/** What does not go together, one line each. */
export const databaseFaults = (raw: Raw): string[] =>
  raw.DATABASE_DIRECT_URL && !raw.DATABASE_URL
    ? ['DATABASE_DIRECT_URL: not accepted without DATABASE_URL: the embedded database has one address']
    : [];
