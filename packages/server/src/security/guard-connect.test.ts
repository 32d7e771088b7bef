import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './guard-connect.ts';

describe('isPublicAddress', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private 10', '10.1.2.3'],
    ['private 172', '172.31.255.255'],
    ['private 192', '192.168.0.1'],
    ['link-local and metadata', '169.254.169.254'],
    ['CGNAT', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['documentation', '192.0.2.1'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, of a public address', '::ffff:93.184.216.34'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:1:2:3:4:80ff:fffe'],
    ['ISATAP', '2606:4700::5efe:7f00:1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('SEC-01 refuses %s: %s', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001:82f::200e'])(
    'SEC-01 takes the public %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
