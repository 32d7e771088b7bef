import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { PolicyDocument, PolicyHistory, PolicyLimitsInput, ReadWritingInput, WritingState } from './policy.ts';
import { ScoreCounts } from './score-counts.ts';
import { WhatIf, WhatIfInput } from './what-if.ts';

/** The database counts no further. */
const lastVersion = 2_147_483_647;

const VersionName = z.object({ name: z.string().max(40) });

/** By what an account's items are judged: limits and keywords, version by version. */
export const policyEndpoints = {
  getPolicy: {
    method: 'GET',
    path: '/policy',
    access: 'session',
    action: 'policy.read',
    data: z.object({ policy: PolicyDocument }),
  },
  saveLimits: {
    method: 'POST',
    path: '/policy/limits',
    access: 'session',
    action: 'policy.edit',
    body: PolicyLimitsInput,
    data: z.object({ policy: PolicyDocument }),
  },
  /** How much of what exists is not read, and how far the reading is. */
  writingState: {
    method: 'GET',
    path: '/policy/writing',
    access: 'session',
    action: 'policy.read',
    data: WritingState,
  },
  /** Saves when writing is read, as the next version. */
  saveReadWriting: {
    method: 'POST',
    path: '/policy/writing',
    access: 'session',
    action: 'policy.edit',
    body: ReadWritingInput,
    data: z.object({ policy: PolicyDocument }),
  },
  /** What a change would make of items that were checked, before it is saved. Changes nothing. */
  whatIf: { method: 'POST', path: '/policy/what-if', access: 'session', action: 'policy.edit', body: WhatIfInput, data: WhatIf },
  /** Scores of the newest checked items, counted by hundredths. */
  scoreCounts: { method: 'GET', path: '/policy/scores', access: 'session', action: 'policy.read', data: ScoreCounts },
  listPolicies: {
    method: 'GET',
    path: '/policy/versions',
    access: 'session',
    action: 'policy.read',
    query: z.object({ before: z.coerce.number().int().min(1).max(lastVersion).default(lastVersion) }),
    data: PolicyHistory,
  },
  /** Any version by the name that verdicts carry. */
  readPolicy: {
    method: 'GET',
    path: '/policy/versions/:name',
    access: 'session',
    action: 'policy.read',
    params: VersionName,
    data: z.object({ policy: PolicyDocument }),
  },
  /** Saves a copy of a version as a new one. */
  restorePolicy: {
    method: 'POST',
    path: '/policy/versions/:name/restore',
    access: 'session',
    action: 'policy.edit',
    params: VersionName,
    data: z.object({ policy: PolicyDocument }),
  },
} as const satisfies EndpointTable;
