import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const token = 'a-token-of-many-letters';

describe('where metrics are served', () => {
  it('OPS-03 is nowhere unless a port is set, and then on this machine alone', () => {
    expect(readConfig({})).toMatchObject({ metricsPort: null, metricsHost: '127.0.0.1', metricsToken: null });
    expect(readConfig({ METRICS_PORT: '9464' })).toMatchObject({
      metricsPort: 9464,
      metricsHost: '127.0.0.1',
      metricsToken: null,
    });
  });

  it.each([
    [{ METRICS_PORT: 'x' }, 'METRICS_PORT: "x" is not accepted: a port number, 0 to 65535'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT: "70000" is not accepted: a port number, 0 to 65535'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT: "3000" is not accepted: it is PORT already: another port number, 0 to 65535'],
    [
      { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
      'METRICS_TOKEN: missing: METRICS_HOST "0.0.0.0" is open to other machines and needs at least 16 characters without spaces, ' +
        'or none where a firewall lets only the scraper through',
    ],
    [
      { METRICS_PORT: '9464', METRICS_TOKEN: 'short' },
      'METRICS_TOKEN: the value given is not accepted: at least 16 characters without spaces, ' +
        'or none where a firewall lets only the scraper through',
    ],
    [{ METRICS_TOKEN: token }, 'METRICS_TOKEN: not accepted without METRICS_PORT: no metrics are served'],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST: "0.0.0.0" is not accepted without METRICS_PORT: no metrics are served'],
  ])('OPS-03 does not start with %o', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(line);
  });

  it('OPS-03 is open to other machines by a token, or by the word none', () => {
    const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
    expect(readConfig({ ...open, METRICS_TOKEN: token }).metricsToken).toBe(token);
    expect(readConfig({ ...open, METRICS_TOKEN: 'none' }).metricsToken).toBeNull();
  });
});
