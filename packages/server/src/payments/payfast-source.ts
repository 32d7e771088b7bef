import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

/** Hosts and networks from which PayFast says that it notifies. Lists that are going round disagree: see docs/payments.md. */
const hosts = ['www.payfast.co.za', 'w1w.payfast.co.za', 'w2w.payfast.co.za', 'sandbox.payfast.co.za'];
const networks = new BlockList();
networks.addSubnet('197.97.145.144', 28);
networks.addSubnet('41.74.179.192', 27);
networks.addSubnet('102.216.36.0', 28);
networks.addSubnet('102.216.36.128', 28);
networks.addAddress('144.126.193.139');

/** Addresses behind a name; tests pass their own. */
export type Resolve = (host: string) => Promise<string[]>;

const resolveAll: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Whether a notification came from one of PayFast's machines, or, where an address is configured, from that behind it.
 * @param configured null = the documented addresses
 */
export async function isPayfastSource(ip: string, configured: string | null, resolve: Resolve = resolveAll): Promise<boolean> {
  const from = ip.replace(/^::ffff:(?=\d)/i, '');
  if (networks.check(from, isIPv6(from) ? 'ipv6' : 'ipv4')) return true;
  const names = configured === null ? hosts : [new URL(configured).hostname];
  const named = await Promise.all(names.map((name) => resolve(name).catch(() => [])));
  return named.flat().includes(from);
}
