import { isIP } from 'node:net';
import { AppError } from '@clearframe/contract';
import type { Config } from '../../config.ts';
import { isLoopbackHost } from '../../security/cross-site.ts';

/** Whom a passkey is for: the domain it is bound to, and the one page address that may ask for it. */
export type RelyingParty = { id: string; origin: string };

/**
 * The address of PUBLIC_URL; on a local server the one that its page was opened by, on whatever port was free.
 * @param host the Host header
 * @throws AppError passkey_unavailable where browsers have no passkeys: plain http on another machine, or an address without a name
 */
export function relyingParty(config: Config, host: string | undefined): RelyingParty {
  const local = config.localMode && host !== undefined && isLoopbackHost(host);
  const { hostname, protocol, origin } = new URL(local ? `http://${host}` : config.publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) || (protocol !== 'https:' && name !== 'localhost'))
    throw new AppError('passkey_unavailable', { detail: `no passkeys at ${origin}` });
  return { id: name, origin };
}
