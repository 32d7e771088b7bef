import { isIP } from 'node:net';
import { AppError, type TransparencySettings, type TransparencySettingsChange } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { transparencySettings } from '../db/schema.ts';
import { writtenTarget } from '../security/fetcher.ts';
import { isPublicAddress } from '../security/guard-connect.ts';
import { recordAudit } from '../security/record-audit.ts';

type SettingsContext = Pick<Context, 'clock' | 'config' | 'db' | 'secrets'>;
export type SettingsRow = typeof transparencySettings.$inferSelect;

/** The database of the EU itself. Its sandbox is told to those who registered. */
const defaultUrl = 'https://transparency.dsa.ec.europa.eu';

export async function settingsRow(db: Db | Tx, accountId: string): Promise<Omit<SettingsRow, 'updatedAt'>> {
  const [row] = await db.select().from(transparencySettings).where(eq(transparencySettings.accountId, accountId));
  const defaults = { enabled: false, apiUrl: defaultUrl, tokenSealed: null, territorialScope: [], contentLanguage: null };
  return row ?? { accountId, ...defaults };
}

/** The defaults until they are saved for the first time. The token itself never leaves. */
export async function readTransparencySettings(db: Db | Tx, accountId: string): Promise<TransparencySettings> {
  const { enabled, apiUrl, tokenSealed, territorialScope, contentLanguage } = await settingsRow(db, accountId);
  return {
    enabled,
    api_url: apiUrl,
    territorial_scope: territorialScope,
    content_language: contentLanguage,
    has_token: tokenSealed !== null,
  };
}

/**
 * Https and a public target, or one that the operator lists. A name that leads to a private address is refused when it is called.
 * @throws AppError url_invalid, url_refused
 */
function apiUrlOf({ config }: Pick<Context, 'config'>, sent: string): string {
  const parsed = new URL(sent);
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new AppError('url_invalid', { detail: 'an address with a password, a query or a fragment' });
  const target = writtenTarget(sent);
  const isListed = target !== null && config.allowPrivateTargets.some((listed) => listed.toLowerCase() === target);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  if (!isListed && parsed.protocol !== 'https:') throw new AppError('url_invalid', { message: 'Use an https:// address' });
  if (!isListed && isIP(host) !== 0 && !isPublicAddress(host)) throw new AppError('url_refused', { detail: 'not public' });
  return sent.replace(/\/+$/, '');
}

const originOf = (url: string) => new URL(url).origin;

/**
 * What is left out stays. The token goes to the address alone that it was entered for.
 * @throws AppError url_invalid, url_refused
 */
export async function saveTransparencySettings(
  context: SettingsContext,
  { accountId, userId }: { accountId: string; userId: string },
  change: TransparencySettingsChange,
): Promise<void> {
  const { clock, db, secrets } = context;
  const apiUrl = change.api_url === undefined ? undefined : apiUrlOf(context, change.api_url);
  await db.transaction(async (tx) => {
    // Of two changes at once neither loses its part.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`transparency settings of ${accountId}`}, 0))`);
    const before = await settingsRow(tx, accountId);
    const isElsewhere = apiUrl !== undefined && originOf(apiUrl) !== originOf(before.apiUrl);
    const kept = isElsewhere ? null : before.tokenSealed;
    const row = {
      enabled: change.enabled ?? before.enabled,
      apiUrl: apiUrl ?? before.apiUrl,
      tokenSealed: change.api_token ? secrets.seal('transparency', change.api_token) : change.api_token === null ? null : kept,
      territorialScope: change.territorial_scope ?? before.territorialScope,
      contentLanguage: change.content_language === undefined ? before.contentLanguage : change.content_language,
      updatedAt: clock.now(),
    };
    await tx
      .insert(transparencySettings)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: transparencySettings.accountId, set: row });
    // Neither the token nor the address: somebody typed both.
    const detail = {
      enabled: row.enabled,
      address_changed: row.apiUrl !== before.apiUrl,
      token:
        change.api_token === undefined
          ? row.tokenSealed === before.tokenSealed
            ? 'kept'
            : 'removed'
          : change.api_token
            ? 'set'
            : 'removed',
      territories: row.territorialScope.length,
      language: row.contentLanguage,
    };
    await recordAudit(tx, { accountId, by: { userId }, action: 'transparency_settings.changed', detail, at: row.updatedAt });
  });
}
