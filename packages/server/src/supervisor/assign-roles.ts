import type { Config } from '../config.ts';
import { does } from '../config-roles.ts';
import type { Setup } from './protocol.ts';

/** What one process does of what its machine does. */
export type Assigned = Pick<Setup, 'roles' | 'picturesFirst'>;

/**
 * Which processes a machine has for its roles, and what each does.
 * @returns `server` answers HTTP, does jobs, or both; null = no such process
 */
export function assignRoles(config: Pick<Config, 'roles' | 'workers'>): { server: Assigned | null; analysing: Assigned[] } {
  const [serving, analysing] = [
    config.roles.filter((role) => role === 'http' || role === 'jobs'),
    config.roles.filter((role) => role === 'pictures' || role === 'videos'),
  ];
  const count = analysing.length === 0 ? 0 : config.workers;
  const takesBoth = does(config, 'pictures') && does(config, 'videos');
  return {
    server: serving.length === 0 ? null : { roles: serving, picturesFirst: false },
    // Of several processes one is kept for pictures: videos take minutes, and callers wait for pictures.
    analysing: Array.from({ length: count }, (_, n) => {
      const isKept = takesBoth && n > 0 && n === count - 1;
      return { roles: isKept ? ['pictures'] : analysing, picturesFirst: takesBoth && count === 1 };
    }),
  };
}
