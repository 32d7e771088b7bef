import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import {
  TransparencyPreview,
  TransparencyPreviewQuery,
  TransparencySettings,
  TransparencySettingsChange,
} from './transparency.ts';

const settings = z.object({ transparency_settings: TransparencySettings });
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
} as const satisfies EndpointTable;
