import ipaddr from 'ipaddr.js';

/** What a request says about its sender. The address is the peer's, or what a proxy that TRUST_PROXY names says. */
export type Client = {
  ip: string;
  userAgent: string | undefined;
  /** The secret of a browser that somebody signed in by before. Not to be stored or logged. */
  device?: string | undefined;
  /** It comes from this machine, in local mode (`local-only.ts`). */
  isLocal?: boolean;
};

/**
 * What a limit counts as one client: the IPv4 address, or the /64 network of an IPv6 one, because whoever has one address of
 * it has them all.
 */
export function addressBlock(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
