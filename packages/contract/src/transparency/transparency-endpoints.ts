import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import { type EndpointTable, Id } from '../endpoint.ts';
import {
  SendTransparencyInput,
  TransparencyFigures,
  TransparencyPreview,
  TransparencyPreviewQuery,
  TransparencyQuery,
  TransparencyReportInput,
  TransparencyRun,
  TransparencySettings,
  TransparencySettingsChange,
} from './transparency.ts';

const settings = z.object({ transparency_settings: TransparencySettings });
const run = z.object({ run: TransparencyRun });
const manage = { access: 'session', action: 'trust.manage' } as const;

/** What a platform tells the EU and the public about what it restricts. */
export const transparencyEndpoints = {
  transparencySettings: { method: 'GET', path: '/transparency/settings', ...manage, data: settings },
  saveTransparencySettings: {
    method: 'POST',
    path: '/transparency/settings',
    ...manage,
    body: TransparencySettingsChange,
    data: settings,
  },
  /** Oldest first. */
  previewTransparency: {
    method: 'GET',
    path: '/transparency/preview',
    ...manage,
    query: TransparencyPreviewQuery,
    data: TransparencyPreview,
  },
  /** One that runs is the answer to a second request of its kind. */
  sendTransparency: {
    method: 'POST',
    path: '/transparency/send',
    ...manage,
    later: true,
    body: SendTransparencyInput,
    data: run,
  },
  /** The newest ten. */
  listTransparencyRuns: {
    method: 'GET',
    path: '/transparency/runs',
    ...manage,
    data: z.object({ runs: z.array(TransparencyRun) }),
  },
  getTransparencyRun: { method: 'GET', path: '/transparency/runs/:id', ...manage, params: Id, data: run },
  transparencyFigures: {
    method: 'GET',
    path: '/transparency/figures',
    ...manage,
    query: TransparencyQuery,
    data: z.object({ transparency: TransparencyFigures }),
  },
  /** The same as a file, made in the background. */
  reportTransparency: {
    method: 'POST',
    path: '/transparency/report',
    ...manage,
    later: true,
    body: TransparencyReportInput,
    data: z.object({ export: DataExport }),
  },
} as const satisfies EndpointTable;
