import { expect, it } from 'vitest';
import { deliveryHeaders } from './envelope.ts';

it('HOOK-02 signs by two secrets as a space-separated list, after the test vector of Standard Webhooks', () => {
  const part = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
  const published = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const signatures = (oldSecret: string | null, signingSecret = published.secret) =>
    deliveryHeaders({ token: 'whk_x', signingSecret, oldSecret }, part)['webhook-signature']?.split(' ');
  expect(signatures(null)).toEqual([published.signature]);
  const changedOver = signatures(published.secret, 'whsec_AAAA');
  expect(changedOver).toHaveLength(2);
  expect(changedOver?.[0]).toMatch(/^v1,[\w+/]{43}=$/);
  expect(changedOver?.[1]).toBe(published.signature);
});
