import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** 2000::/3, all that is ever routed on the public internet; `::127.0.0.1` and the like lie outside it. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** Interface ids of ISATAP (RFC 5214) carry an IPv4 address in their last 32 bits, under any prefix. */
const isatapGroup = 0x5efe;

/**
 * Whether an IP address is public unicast. Loopback, private, link-local, metadata, CGNAT, multicast, reserved and
 * unspecified addresses are not, nor is any IPv6 form that carries an IPv4 address inside (mapped, NAT64, 6to4, Teredo).
 * @param address dotted or colon form, with or without a zone; anything that is not an address is not public
 */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.parse(bare);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(globalUnicast) && parsed.parts[5] !== isatapGroup;
}

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

/** A look-up that refuses names which lead to an address that is not public. */
export function guardLookup(lookup: Lookup): LookupFunction {
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
