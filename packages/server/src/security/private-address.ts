import ipaddr from 'ipaddr.js';

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
