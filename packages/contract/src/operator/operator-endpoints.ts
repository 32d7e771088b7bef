import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import {
  OperatorAccounts,
  OperatorAccountsQuery,
  OperatorErrors,
  OperatorFailure,
  OperatorGrantInput,
  OperatorHealth,
  OperatorHold,
  OperatorHoldInput,
  OperatorLogPage,
  OperatorPageQuery,
  OperatorQuarantine,
  OperatorQuarantined,
  OperatorReasonInput,
} from './operator.ts';

const access = { access: 'session', action: 'self', operator: true } as const;
const FailureId = z.object({ id: OperatorFailure.shape.id });
const QuarantinedId = z.object({ id: OperatorQuarantined.shape.id });

/** For whoever runs the installation (`clearframe operator add EMAIL`), with two-step sign-in; for everybody else there is none of it. */
export const operatorEndpoints = {
  operatorHealth: {
    method: 'GET',
    path: '/operator/health',
    ...access,
    monitor: true,
    data: z.object({ health: OperatorHealth }),
  },
  operatorAccounts: {
    method: 'GET',
    path: '/operator/accounts',
    ...access,
    query: OperatorAccountsQuery,
    data: OperatorAccounts,
  },
  operatorGrant: {
    method: 'POST',
    path: '/operator/accounts/:id/grant',
    ...access,
    params: Id,
    body: OperatorGrantInput,
    data: z.object({ frames_left: z.int() }),
  },
  operatorSuspend: {
    method: 'POST',
    path: '/operator/accounts/:id/suspend',
    ...access,
    params: Id,
    body: OperatorReasonInput,
    data: nothing,
  },
  operatorResume: {
    method: 'POST',
    path: '/operator/accounts/:id/resume',
    ...access,
    params: Id,
    body: OperatorReasonInput,
    data: nothing,
  },
  operatorFailures: {
    method: 'GET',
    path: '/operator/failures',
    ...access,
    data: z.object({ failures: z.array(OperatorFailure) }),
  },
  /** Sends what a webhook was given up on again, or has failed uploads analysed again: up to 500 a call, the oldest first. */
  operatorRetry: {
    method: 'POST',
    path: '/operator/failures/:id/retry',
    ...access,
    params: FailureId,
    data: z.object({ queued: z.int(), remaining: z.int() }),
  },
  operatorErrors: { method: 'GET', path: '/operator/errors', ...access, data: OperatorErrors },
  operatorHolds: { method: 'GET', path: '/operator/holds', ...access, data: z.object({ holds: z.array(OperatorHold) }) },
  operatorHold: { method: 'POST', path: '/operator/holds', ...access, body: OperatorHoldInput, data: nothing },
  operatorRelease: {
    method: 'POST',
    path: '/operator/holds/:id/release',
    ...access,
    params: Id,
    body: OperatorReasonInput,
    data: nothing,
  },
  operatorQuarantine: { method: 'GET', path: '/operator/quarantine', ...access, data: OperatorQuarantine },
  operatorRestore: {
    method: 'POST',
    path: '/operator/quarantine/:id/restore',
    ...access,
    params: QuarantinedId,
    body: OperatorReasonInput,
    data: nothing,
  },
  operatorLog: { method: 'GET', path: '/operator/log', ...access, query: OperatorPageQuery, data: OperatorLogPage },
} as const satisfies EndpointTable;
