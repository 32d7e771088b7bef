import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();

/** How long the client waits for a statement of the work that runs now; undefined = as long as its connection says. */
export const statementMsNow = (): number | undefined => limits.getStore();

/** Runs work whose statements the client waits for that long. */
export const withStatementMs = <T>(limitMs: number, work: () => T): T => limits.run(limitMs, work);
