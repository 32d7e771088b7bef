/** Every table, by noun. A change is followed by `npx drizzle-kit generate` (see drizzle.config.ts). */
export { account } from './schema/account.ts';
export * from './schema/accounts.ts';
export * from './schema/billing.ts';
export * from './schema/limits.ts';
export * from './schema/media.ts';
