import { z } from 'zod';

export const ExportKind = z.enum(['account', 'media_list', 'usage', 'quality', 'known', 'audit', 'transparency', 'author']);
export type ExportKind = z.infer<typeof ExportKind>;

/** A file that a background job makes for the person who asked for it, and how far it is. */
export const DataExport = z.object({
  id: z.uuid(),
  kind: ExportKind,
  /** `failed` = every attempt failed; another one can be asked for. */
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Items written so far, of how many; 0 of 0 until the job has counted them. */
  done: z.int(),
  total: z.int(),
  sizeBytes: z.int().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** When the file is removed. */
  expiresAt: z.iso.datetime().nullable(),
});
export type DataExport = z.infer<typeof DataExport>;
