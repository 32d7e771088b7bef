import { z } from 'zod';
import { PdqDigits } from '../analysis/picture-hash.ts';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';
import { KnownList } from '../media/moderation.ts';

/** A list of hashes that was imported in one go. */
export const KnownImport = z.object({
  id: z.uuid(),
  list: KnownList,
  name: z.string(),
  pictures: z.int().min(0),
  created_at: z.iso.datetime(),
});
export type KnownImport = z.infer<typeof KnownImport>;

/** A picture that an account knows: its hash, and what shall become of pictures that look like it. */
export const KnownPicture = z.object({
  id: z.uuid(),
  list: KnownList,
  pdq: PdqDigits,
  /** null = the imported list did not say. */
  quality: z.int().nullable(),
  /** The item that was decided; null = it was deleted, or the hash was imported. */
  media_id: z.uuid().nullable(),
  /** A signed address of its small copy; null without an item, and while that is withheld. */
  thumbnail_url: z.string().nullable(),
  /** null = it comes from a decision. */
  import: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  note: z.string().nullable(),
  /** When it was decided or imported. */
  decided_at: z.iso.datetime(),
  /** Bits that differ from the hash that was looked for; null when none was. */
  distance: z.int().nullable(),
});
export type KnownPicture = z.infer<typeof KnownPicture>;

export const KnownQuery = z.object({
  list: KnownList.default('block'),
  /** Only pictures that look like this one, the nearest first. */
  hash: PdqDigits.optional(),
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
});
export type KnownQuery = z.infer<typeof KnownQuery>;

export const KnownPage = z.object({ known_pictures: z.array(KnownPicture), pagination: Pagination });
export type KnownPage = z.infer<typeof KnownPage>;

/** What an account knows, in figures, and whether the allow list passes anything. */
export const KnownSummary = z.object({
  block: z.int(),
  allow: z.int(),
  imports: z.array(KnownImport),
  pass_known: z.boolean(),
});
export type KnownSummary = z.infer<typeof KnownSummary>;

export const KnownSettingsInput = z.object({ pass_known: z.boolean() });
export type KnownSettingsInput = z.infer<typeof KnownSettingsInput>;

/** Where the lines of an imported file go. */
export const KnownImportQuery = z.object({
  list: KnownList,
  name: z.string().trim().min(1).max(limits.knownNameMaxLength),
});
export type KnownImportQuery = z.infer<typeof KnownImportQuery>;

/** What became of the lines of a file. */
export const KnownImportResult = z.object({
  /** null = it added nothing. */
  import: KnownImport.nullable(),
  added: z.int(),
  /** Hashes that a list imported before holds already, or that the file repeats. */
  repeated: z.int(),
  /** Lines whose quality says that there is too little to recognise. */
  too_plain: z.int(),
});
export type KnownImportResult = z.infer<typeof KnownImportResult>;
