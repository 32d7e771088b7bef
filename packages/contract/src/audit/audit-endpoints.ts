import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import type { EndpointTable } from '../endpoint.ts';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';
import { Moment } from '../times.ts';
import { AuditEntry, AuditHead } from './audit.ts';

const read = { access: 'session', action: 'audit.read' } as const;
const query = z.object({
  from: Moment.optional(),
  to: Moment.optional(),
  action: z.string().min(1).max(60).optional(),
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
  limit: z.coerce.number().int().min(1).max(limits.auditPageMax).default(limits.auditPageSize),
});

/** Who did what in the account, in a chain of hashes. */
export const auditEndpoints = {
  /** Newest first. `from` counts, `to` does not. */
  listAudit: {
    method: 'GET',
    path: '/audit',
    ...read,
    query,
    data: z.object({ entries: z.array(AuditEntry), pagination: Pagination }),
  },
  readAuditHead: { method: 'GET', path: '/audit/head', ...read, data: z.object({ head: AuditHead }) },
  /** The whole log as JSON Lines, oldest first. */
  exportAudit: { method: 'POST', path: '/audit/export', ...read, later: true, data: z.object({ export: DataExport }) },
} as const satisfies EndpointTable;
