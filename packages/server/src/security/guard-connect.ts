import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './private-address.ts';

/** Names to addresses, all of them; tests pass their own. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The guard refused the target; nothing was sent. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
}

function guardLookup(lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      // One private answer among public ones refuses the name: which of them is connected to is a matter of luck.
      if (bad || !first) return callback(new TargetRefused(`${hostname} leads to ${bad?.address ?? 'no address'}`), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/** Connects to public addresses only, within `timeout` ms. A look-up is never asked for an address literal: these are checked apart. */
export function guardConnect(lookup: Lookup, timeout: number): buildConnector.connector {
  const connect = buildConnector({ lookup: guardLookup(lookup), timeout });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host)) return callback(new TargetRefused(`${host} is not a public address`), null);
    connect(options, callback);
  };
}
