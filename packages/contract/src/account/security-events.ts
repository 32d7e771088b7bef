import { z } from 'zod';
import { accountActWords } from './account-acts.ts';

/** What an auditor looks for, and how the account page says it. Kinds are stored: a name is never given another meaning. */
export const securityEventWords = {
  'registration.started': 'Registration started',
  'registration.completed': 'Account created',
  'registration.code_wrong': 'Wrong verification code',
  'login.succeeded': 'Signed in',
  'login.failed': 'Failed sign-in',
  'login.locked': 'Failed sign-in, further tries delayed',
  'login.two_step_failed': 'Wrong second step at sign-in',
  'session.refresh_reused': 'A copied session was used and ended',
  'session.logged_out': 'Signed out',
  'session.revoked': 'A device was signed out',
  'session.all_revoked': 'All other devices are signed out',
  'session.confirmed': 'Confirmed who they are',
  'session.confirm_failed': 'Failed to confirm who they are',
  'password.reset_requested': 'Password reset requested',
  'password.reset': 'Password reset by mail link',
  'password.changed': 'Password changed',
  'profile.renamed': 'Name changed',
  'email.change_requested': 'New email address requested',
  'email.changed': 'Email address changed',
  'two_step.enabled': 'Authenticator app added',
  'two_step.disabled': 'Authenticator app removed',
  'two_step.recovery_used': 'Recovery code used',
  'two_step.recovery_renewed': 'New recovery codes made',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'passkey.counter_reversed': 'A copied passkey was refused',
  'access_token.created': 'API token created',
  'access_token.revealed': 'API token shown',
  'access_token.deleted': 'API token deleted',
  'access_token.all_revoked': 'All API tokens switched off',
  ...accountActWords,
  'account.switched': 'Switched to this account',
  'account.export_requested': 'Export of all data requested',
  'account.export_downloaded': 'Export of all data downloaded',
  'account.deleted': 'Account deleted',
  'known.imported': 'List of known pictures imported',
  'known.import_removed': 'Imported list of known pictures removed',
  'known.removed': 'Known picture removed',
  'known.settings_changed': 'Passing of known pictures changed',
  'frames.granted': 'The operator granted frames',
  'account.suspended': 'The operator suspended the account',
  'account.resumed': 'The operator ended the suspension',
  'media.held': 'Item put under legal hold',
  'media.released': 'Legal hold lifted',
} as const satisfies Record<string, string>;

export type SecurityEventKind = keyof typeof securityEventWords;

/** One line of the security log as the account page shows it. `kind` is an open list: a newer server may know more. */
export const SecurityEvent = z.object({
  id: z.number().int(),
  kind: z.string(),
  at: z.iso.datetime(),
  /** Who did it; null when nobody was signed in. */
  user: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  detail: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;
