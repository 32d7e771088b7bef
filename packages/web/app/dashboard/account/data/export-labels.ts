import type { DataExport } from '@clearframe/contract';
import { formatBytes, formatCount, formatDate, formatDateTime } from '../../../shared/format/format.ts';

const items = (count: number) => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`;

/** Where an export stands, in one line. */
export function exportWords({ state, done, total, sizeBytes, expiresAt }: DataExport): string {
  if (state === 'queued') return 'Queued';
  if (state === 'running') return total === 0 ? 'Collecting' : `${formatCount(done)} of ${items(total)}`;
  if (state === 'failed') return 'Every attempt failed and nothing was kept. Request another export.';
  const size = sizeBytes === null ? '' : `${formatBytes(sizeBytes)} · `;
  return `${size}${expiresAt === null ? 'ZIP' : `removed on ${formatDate(expiresAt)}`}`;
}

/** What people know an export by. */
export const exportName = ({ createdAt, kind }: Pick<DataExport, 'createdAt' | 'kind'>): string =>
  kind === 'author' ? `Export of an uploader, ${formatDateTime(createdAt)}` : `Export of ${formatDateTime(createdAt)}`;

export const isOpen = ({ state }: Pick<DataExport, 'state'>): boolean => state === 'queued' || state === 'running';
