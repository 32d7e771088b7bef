import { AsyncLocalStorage } from 'node:async_hooks';

/** For what this process works at the moment: of a request, or of a run of a job. It stands in each line of the log. */
export type WorkContext = {
  /** Of the request that began it all, also in the jobs that it brought about. */
  requestId?: string | undefined;
  /** Of the trace that it belongs to: the caller's, or ours. */
  traceId?: string | undefined;
  /** Where in that trace it began (W3C). In no line of the log. */
  traceparent?: string | undefined;
  accountId?: string | undefined;
  mediaId?: string | undefined;
  job?: string | undefined;
  /** The try of a job, from 1 on. */
  attempt?: number | undefined;
  /** How often the job was taken before. */
  run?: number | undefined;
};

const store = new AsyncLocalStorage<WorkContext>();
const traced = new AsyncLocalStorage<string>();

/** What is known of the work under way; nothing outside a request or a job. */
export const workContext = (): Readonly<WorkContext> => store.getStore() ?? {};

/** Does work for somebody: whatever it awaits knows for whom, and may add to it. */
export const workFor = <T>(context: WorkContext, work: () => T): T => traced.exit(() => store.run(context, work));

/** Adds what was found out meanwhile. Nothing happens outside a request or a job. */
export function noteWork(more: WorkContext): void {
  Object.assign(store.getStore() ?? {}, more);
}

/** The id of a trace that a well-formed `traceparent` names; no trace has the id of zeros. */
export function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const id = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(traceparent)?.[1];
  return id === '0'.repeat(32) ? undefined : id;
}

/** Where in its trace the work under way is: what it brings about or sends comes after that. */
export const traceparentNow = (): string | undefined => traced.getStore() ?? workContext().traceparent;

/** Does work at another place of its trace. */
export const tracedAs = <T>(traceparent: string, work: () => T): T => traced.run(traceparent, work);
