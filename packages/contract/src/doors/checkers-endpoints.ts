import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { Checker, CheckerChange, CheckerInput } from './checkers.ts';

const one = z.object({ checker: Checker });
const access = { access: 'session', action: 'doors.manage' } as const;

/** Addresses that answer yes or no. */
export const checkersEndpoints = {
  listCheckers: { method: 'GET', path: '/checkers', ...access, data: z.object({ checkers: z.array(Checker) }) },
  createChecker: { method: 'POST', path: '/checkers', ...access, body: CheckerInput, data: one },
  updateChecker: { method: 'PATCH', path: '/checkers/:id', ...access, params: Id, body: CheckerChange, data: one },
  /** The old address works for a day more. */
  rotateChecker: { method: 'POST', path: '/checkers/:id/rotate', ...access, params: Id, data: one },
  deleteChecker: { method: 'DELETE', path: '/checkers/:id', ...access, params: Id, data: nothing },
} as const satisfies EndpointTable;
