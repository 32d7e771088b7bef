import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import type { EndpointTable } from '../endpoint.ts';
import { QualityQuery, QualityReport, QualitySettings } from './quality.ts';

const settings = z.object({ quality_settings: QualitySettings });

/** How right the verdicts were, measured by people's decisions. */
export const qualityEndpoints = {
  qualityReport: {
    method: 'GET',
    path: '/quality',
    access: 'session',
    action: 'quality.read',
    query: QualityQuery,
    data: z.object({ quality: QualityReport }),
  },
  /** The same as a CSV file, made in the background. */
  exportQuality: {
    method: 'POST',
    path: '/quality/export',
    access: 'session',
    action: 'quality.read',
    body: QualityQuery,
    data: z.object({ export: DataExport }),
  },
  qualitySettings: { method: 'GET', path: '/quality/settings', access: 'session', action: 'quality.read', data: settings },
  saveQualitySettings: {
    method: 'POST',
    path: '/quality/settings',
    access: 'session',
    action: 'quality.edit',
    body: QualitySettings,
    data: settings,
  },
} as const satisfies EndpointTable;
