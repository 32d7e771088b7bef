import type { Tx } from '../db/client.ts';
import type { LiveEvents } from '../live/live-events.ts';
import type { ExportRow } from './export-row.ts';

/** Tells open pages that an export went on. It carries the id alone: other members of the account hear it too. */
export function announceExport(live: LiveEvents, { id, accountId }: Pick<ExportRow, 'id' | 'accountId'>, tx?: Tx): Promise<void> {
  return live.publish([{ accountId, event: { type: 'export.updated', export_id: id } }], tx);
}
