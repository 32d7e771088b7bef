import { expect, it } from 'vitest';
import { addressBlock } from './client-address.ts';

it('AUTH-16 counts an IPv4 address as one client, and a /64 of IPv6, in every spelling', () => {
  expect(addressBlock('203.0.113.9')).toBe('203.0.113.9');
  expect(addressBlock('::ffff:203.0.113.9')).toBe('203.0.113.9');
  expect(addressBlock('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64');
  expect(addressBlock('2001:0db8:0001:0002:bbbb:0:0:2')).toBe('2001:db8:1:2::/64');
  expect(addressBlock('2001:db8:1:3::1')).not.toBe(addressBlock('2001:db8:1:2::1'));
  expect(addressBlock('not an address')).toBe('unknown');
});
