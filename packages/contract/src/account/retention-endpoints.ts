import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { Retention, RetentionPreview } from './retention.ts';

const manage = { access: 'session', action: 'trust.manage' } as const;
const data = z.object({ retention: Retention });

/** How long an account keeps what. */
export const retentionEndpoints = {
  readRetention: { method: 'GET', path: '/retention', ...manage, data },
  /** Holds from the next daily run on. Asks for a proof of the last minutes. */
  saveRetention: { method: 'POST', path: '/retention', ...manage, body: Retention, data },
  previewRetention: { method: 'POST', path: '/retention/preview', ...manage, body: Retention, data: RetentionPreview },
} as const satisfies EndpointTable;
