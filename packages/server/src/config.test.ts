import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it.each([
    ['TRUST_PROXY', 'foo', 'addresses or networks'],
    ['TRUST_PROXY', '10.0.0.0/33', 'addresses or networks'],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/8/8', 'addresses or networks'],
    ['ALLOW_PRIVATE_TARGETS', 'localhost', 'host:port pairs'],
    ['ALLOW_PRIVATE_TARGETS', 'http://localhost:80', 'host:port pairs'],
  ])('OPS-01 stops at %s=%s with one line that names the variable, the value and what is accepted', (name, value, accepts) => {
    let line = '';
    try {
      readConfig({ [name]: value });
    } catch (error) {
      line = error instanceof Error ? error.message : '';
    }
    expect(line).toMatch(new RegExp(`^${name}: .*is not accepted: ${accepts}.*$`));
    expect(line).toContain(JSON.stringify(value));
  });

  it('OPS-01 takes lists of networks and targets', () => {
    const config = readConfig({
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
      ALLOW_PRIVATE_TARGETS: '127.0.0.1:4000, intranet.example:8443,[::1]:4000',
    });
    expect(config.trustProxy).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    expect(config.allowPrivateTargets).toEqual(['127.0.0.1:4000', 'intranet.example:8443', '[::1]:4000']);
  });
});
