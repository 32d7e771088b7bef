import type { MachineRole } from '../config-roles.ts';

/** Connections that a process needs to answer HTTP, and to do the light jobs. */
const usual = { http: 10, jobs: 5 } as const;
/** One for its job, and one for its notices: it takes one job at a time, whichever kinds it takes. */
const analysing = 2;

/**
 * How many connections the one pool of a process has at most.
 * @param given DATABASE_POOL_MAX; null = what it usually takes
 * @param roles what the process does
 */
export function poolMax(given: number | null, roles: readonly MachineRole[]): number {
  const isAnalysing = roles.includes('pictures') || roles.includes('videos');
  const { http, jobs } = usual;
  return given ?? (roles.includes('http') ? http : 0) + (roles.includes('jobs') ? jobs : 0) + (isAnalysing ? analysing : 0);
}
