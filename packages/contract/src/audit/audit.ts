import { z } from 'zod';
import { accountActWords } from '../account/account-acts.ts';

/** Acts that the audit log records, and how the page of the log says them. Names are stored: none is ever given another meaning. */
export const auditActionWords = {
  'media.passed': 'Item passed',
  'media.failed': 'Item failed',
  'decision.undone': 'Decision undone',
  'media.held': 'Item put under legal hold',
  'media.released': 'Legal hold lifted',
  'policy.changed': 'Limits or keywords changed',
  'label.created': 'Reason created',
  'label.changed': 'Reason changed',
  'label.deleted': 'Reason deleted',
  'author.trusted': 'Author trusted',
  'author.watched': 'Author watched',
  'author.blocked': 'Author blocked',
  'author.cleared': 'Author action ended',
  'author.erasure_requested': 'Erasure of an author requested',
  'author.erased': 'Author erased',
  'author_settings.changed': 'Strike settings changed',
  'known.imported': 'List of known pictures imported',
  'known.import_removed': 'Imported list of known pictures removed',
  'known.removed': 'Known picture removed',
  'known.settings_changed': 'Passing of known pictures changed',
  'notice.received': 'Notice received',
  'notice.linked': 'Notice linked to an item',
  'notice.decided': 'Notice decided',
  'notice_settings.changed': 'Settings of notices changed',
  'statement_settings.changed': 'Settings of statements changed',
  'appeal.received': 'Appeal received',
  'appeal.decided': 'Appeal decided',
  'transparency_settings.changed': 'Settings of transparency changed',
  'transparency.sent': 'Sending to the transparency database requested',
  'exposure_settings.changed': 'Exposure settings changed',
  'retention.changed': 'Retention changed',
  'retention.ran': 'Expired data removed',
  'export.requested': 'Export requested',
  'export.downloaded': 'Export of all data downloaded',
  'token.created': 'API token created',
  'token.revealed': 'API token shown',
  'token.deleted': 'API token deleted',
  'token.all_revoked': 'All API tokens switched off',
  ...accountActWords,
  'frames.granted': 'The operator granted frames',
  'account.suspended': 'The operator suspended the account',
  'account.resumed': 'The operator ended the suspension',
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof auditActionWords;

/** `rule` = the server by itself. The id of a person is null where nobody was signed in, and so is one of `rule` and `operator`. */
export const AuditActor = z.object({
  type: z.enum(['person', 'token', 'rule', 'operator']),
  id: z.string().nullable(),
  name: z.string().nullable(),
});
export type AuditActor = z.infer<typeof AuditActor>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One act. `action` is an open list: a newer server may know more. */
export const AuditEntry = z.object({
  seq: z.int().min(1),
  at: z.iso.datetime(),
  actor: AuditActor,
  action: z.string(),
  /** An author's id is a keyed hash of theirs. */
  subject: z.object({ type: z.string(), id: z.string().nullable() }),
  /** Numbers and fixed words alone: no content and nothing that anybody typed. */
  detail: z.record(z.string(), z.unknown()),
  prev_hash: sha256,
  hash: sha256,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The newest entry; 0 and zeros of a log without any. */
export const AuditHead = z.object({ seq: z.int().min(0), hash: sha256 });
export type AuditHead = z.infer<typeof AuditHead>;

/** Stands before the first entry. */
export const auditBeginning = '0'.repeat(64);
