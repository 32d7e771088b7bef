/** Every table, by noun. A change is followed by `npx drizzle-kit generate` (see drizzle.config.ts). */
export { account } from './schema/account.ts';
export * from './schema/accounts.ts';
export * from './schema/batches.ts';
export * from './schema/billing.ts';
export * from './schema/contact.ts';
export * from './schema/exports.ts';
export * from './schema/known-pictures.ts';
export * from './schema/limits.ts';
export * from './schema/media.ts';
export * from './schema/objects.ts';
export * from './schema/payments.ts';
export * from './schema/policy.ts';
export * from './schema/processes.ts';
export * from './schema/quality.ts';
export * from './schema/sign-in.ts';
export * from './schema/sweep.ts';
export * from './schema/team.ts';
export * from './schema/webhooks.ts';
