import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { accessToken, chatHook, checker, s3Source, totp, transparencySettings, webhook } from '../db/schema.ts';
import type { SecretUse } from '../security/secrets.ts';

export type Sealed = { what: string; use: SecretUse; table: PgTable; id: PgColumn; column: PgColumn; field: string };

/** Every column that holds sealed text for longer than a mail is under way. */
export const sealedColumns: readonly Sealed[] = [
  {
    what: 'API tokens',
    use: 'access-token',
    table: accessToken,
    id: accessToken.id,
    column: accessToken.tokenSealed,
    field: 'tokenSealed',
  },
  { what: 'checkers', use: 'checker', table: checker, id: checker.id, column: checker.secretSealed, field: 'secretSealed' },
  { what: 'webhook tokens', use: 'webhook', table: webhook, id: webhook.id, column: webhook.tokenSealed, field: 'tokenSealed' },
  {
    what: 'webhook secrets',
    use: 'webhook',
    table: webhook,
    id: webhook.id,
    column: webhook.secretSealed,
    field: 'secretSealed',
  },
  {
    what: 'old webhook secrets',
    use: 'webhook',
    table: webhook,
    id: webhook.id,
    column: webhook.oldSecretSealed,
    field: 'oldSecretSealed',
  },
  {
    what: 'keys of buckets',
    use: 's3-source',
    table: s3Source,
    id: s3Source.id,
    column: s3Source.secretKeySealed,
    field: 'secretKeySealed',
  },
  {
    what: 'addresses for events of buckets',
    use: 's3-source',
    table: s3Source,
    id: s3Source.id,
    column: s3Source.eventsSealed,
    field: 'eventsSealed',
  },
  { what: 'chat addresses', use: 'chat-hook', table: chatHook, id: chatHook.id, column: chatHook.urlSealed, field: 'urlSealed' },
  {
    what: 'tokens of the transparency database',
    use: 'transparency',
    table: transparencySettings,
    id: transparencySettings.accountId,
    column: transparencySettings.tokenSealed,
    field: 'tokenSealed',
  },
  { what: 'authenticator apps', use: 'two-step', table: totp, id: totp.userId, column: totp.secretSealed, field: 'secretSealed' },
];
