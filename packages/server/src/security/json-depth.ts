import { AppError, limits } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';

/** Whether objects and lists lie more than `max` deep in each other. Walks level by level, so that no depth exhausts the stack. */
export function isDeeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner = level.filter((one) => typeof one === 'object' && one !== null);
    if (inner.length > 0 && depth >= max) return true;
    level = inner.flatMap((one) => Object.values(one as object));
  }
  return false;
}

/** Refuses JSON that is nested deeper than anything of ours (SEC-06). Prototype keys are refused by the parser itself. */
export async function refuseDeepJson(request: FastifyRequest): Promise<void> {
  if (isDeeperThan(request.body, limits.jsonMaxDepth)) throw new AppError('malformed_body', { detail: 'nested too deep' });
}
