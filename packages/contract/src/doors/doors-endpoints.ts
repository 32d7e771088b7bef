import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { CheckList, ChecksQuery, DoorSettings, DoorSettingsInput } from './doors.ts';

const settings = z.object({ door_settings: DoorSettings });
const access = { access: 'session', action: 'doors.manage' } as const;

/** How the doors of an account answer, and what was judged through them. The doors themselves speak other protocols. */
export const doorsEndpoints = {
  readDoorSettings: { method: 'GET', path: '/doors/settings', ...access, data: settings },
  saveDoorSettings: { method: 'POST', path: '/doors/settings', ...access, body: DoorSettingsInput, data: settings },
  /** The newest first, fifty a page. */
  listChecks: { method: 'GET', path: '/checks', ...access, query: ChecksQuery, data: CheckList },
} as const satisfies EndpointTable;
