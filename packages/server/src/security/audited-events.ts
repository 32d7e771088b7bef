import type { AuditAction, SecurityEventKind } from '@clearframe/contract';
import type { Act, AuditBy } from './record-audit.ts';

/** Lines of the security log that are entries of the audit log too. Signing in and a person's own settings are none. */
const actions: Partial<Record<SecurityEventKind, AuditAction>> = {
  'access_token.created': 'token.created',
  'access_token.revealed': 'token.revealed',
  'access_token.deleted': 'token.deleted',
  'access_token.all_revoked': 'token.all_revoked',
  'checker.created': 'checker.created',
  'checker.changed': 'checker.changed',
  'checker.rotated': 'checker.rotated',
  'checker.deleted': 'checker.deleted',
  'doors.changed': 'doors.changed',
  'webhook.created': 'webhook.created',
  'webhook.changed': 'webhook.changed',
  'webhook.revealed': 'webhook.revealed',
  'webhook.token_renewed': 'webhook.token_renewed',
  'webhook.deleted': 'webhook.deleted',
  'chat_hook.created': 'chat_hook.created',
  'chat_hook.changed': 'chat_hook.changed',
  'chat_hook.deleted': 'chat_hook.deleted',
  'bucket.added': 'bucket.added',
  'bucket.changed': 'bucket.changed',
  'bucket.address_renewed': 'bucket.address_renewed',
  'bucket.removed': 'bucket.removed',
  'team.invited': 'team.invited',
  'team.invitation_withdrawn': 'team.invitation_withdrawn',
  'team.invitation_declined': 'team.invitation_declined',
  'team.joined': 'team.joined',
  'team.role_changed': 'team.role_changed',
  'team.removed': 'team.removed',
  'team.left': 'team.left',
  'team.handed_over': 'team.handed_over',
  'account.renamed': 'account.renamed',
  'account.export_downloaded': 'export.downloaded',
  'account.suspended': 'account.suspended',
  'account.resumed': 'account.resumed',
  'known.imported': 'known.imported',
  'known.import_removed': 'known.import_removed',
  'known.removed': 'known.removed',
  'known.settings_changed': 'known.settings_changed',
  'frames.granted': 'frames.granted',
  'media.held': 'media.held',
  'media.released': 'media.released',
};

/** What only an operator does. The text of these lines is the reason that they typed, which the audit log leaves out. */
const byOperator = new Set<SecurityEventKind>([
  'frames.granted',
  'account.suspended',
  'account.resumed',
  'media.held',
  'media.released',
]);

type Line = {
  kind: SecurityEventKind;
  userId?: string;
  accountId?: string;
  detail?: string;
  subject?: { type: string; id: string };
  facts?: Record<string, string | number | boolean | null>;
  at: Date;
};

function actorOf({ kind, userId }: Line): AuditBy {
  if (byOperator.has(kind)) return 'operator';
  if (userId !== undefined) return { userId };
  return kind === 'team.invitation_declined' ? 'somebody' : 'rule';
}

/** The entry of the audit log that belongs to a line of the security log; undefined = none does. */
export function auditOf(event: Line): Act | undefined {
  const { accountId, kind, subject, facts, detail, at } = event;
  const action = actions[kind];
  if (action === undefined || accountId === undefined) return undefined;
  const said = detail === undefined || byOperator.has(kind) ? {} : { change: detail };
  return { accountId, by: actorOf(event), action, subject, detail: { ...said, ...facts }, at };
}
