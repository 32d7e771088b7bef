import type { Context } from '../context.ts';
import type { SettingsRow } from './transparency-settings.ts';

/** Where to send, and with which token; null = it is off, has none, or the token was sealed under another SECRET_KEY. */
export function destinationOf(
  { secrets }: Pick<Context, 'secrets'>,
  { enabled, apiUrl, tokenSealed }: Pick<SettingsRow, 'enabled' | 'apiUrl' | 'tokenSealed'>,
): { url: string; token: string } | null {
  if (!enabled || tokenSealed === null) return null;
  try {
    return { url: `${apiUrl}/api/v1/statements`, token: secrets.open('transparency', tokenSealed) };
  } catch {
    return null;
  }
}
