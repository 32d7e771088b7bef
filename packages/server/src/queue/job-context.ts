import { traceIdOf, traceparentNow, type WorkContext, workContext, workFor } from '../work-context.ts';

/** What a job's data carries beside its payload: of which request and trace it comes. Payloads' schemas leave it out. */
export type Origin = Pick<WorkContext, 'requestId' | 'traceparent'>;

/** Of the work under way. */
export function originNow(): Origin {
  const { requestId } = workContext();
  const traceparent = traceparentNow();
  return { ...(requestId === undefined ? {} : { requestId }), ...(traceparent === undefined ? {} : { traceparent }) };
}

/** A payload with the request that brought the job about, so that its log lines name it, however late it runs. */
export const withOrigin = <T extends object>(payload: T, origin = originNow()): T & Origin => ({ ...payload, ...origin });

const textOf = (data: unknown, key: string): string | undefined => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/**
 * Runs whatever belongs to one run of a job, so that its log lines say which.
 * @param attempt the try, from 1 on
 */
export function jobContext(job: { name: string; data: unknown; retryCount: number }, attempt: number): <T>(work: () => T) => T {
  const traceparent = textOf(job.data, 'traceparent');
  const context: WorkContext = {
    requestId: textOf(job.data, 'requestId'),
    traceparent,
    // The version before this one wrote the id alone.
    traceId: traceIdOf(traceparent) ?? textOf(job.data, 'traceId'),
    mediaId: textOf(job.data, 'mediaId'),
    job: job.name,
    attempt,
    run: job.retryCount,
  };
  return (work) => workFor(context, work);
}
