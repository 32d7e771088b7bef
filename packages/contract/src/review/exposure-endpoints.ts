import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { Exposure, ExposureSettings, RevealsInput, TeamExposure } from './exposure.ts';

const settings = z.object({ exposure_settings: ExposureSettings });
const own = z.object({ exposure: Exposure });

/** How many flagged pictures people look at, and when they rest. */
export const exposureEndpoints = {
  exposureSettings: { method: 'GET', path: '/exposure/settings', access: 'session', action: 'media.read', data: settings },
  saveExposureSettings: {
    method: 'POST',
    path: '/exposure/settings',
    access: 'session',
    action: 'trust.manage',
    body: ExposureSettings,
    data: settings,
  },
  /** Counts what a person is about to see. The reveal that passes a limit begins a break, and is counted nowhere. */
  countReveals: {
    method: 'POST',
    path: '/exposure/reveals',
    access: 'session',
    action: 'media.read',
    body: RevealsInput,
    data: own,
  },
  ownExposure: { method: 'GET', path: '/exposure', access: 'session', action: 'media.read', data: own },
  teamExposure: {
    method: 'GET',
    path: '/exposure/team',
    access: 'session',
    action: 'trust.manage',
    data: z.object({ team: TeamExposure }),
  },
} as const satisfies EndpointTable;
