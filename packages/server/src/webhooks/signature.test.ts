import { expect, it } from 'vitest';
import { newSigningSecret, webhookSignature } from './signature.ts';

it('HOOK-04 signs as the test vector of Standard Webhooks says', () => {
  const part = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(webhookSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', part)).toBe(signature);
  expect(webhookSignature('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', part)).toBe(signature);
  expect(webhookSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { ...part, timestamp: part.timestamp + 1 })).not.toBe(
    signature,
  );
});

it('HOOK-04 makes secrets of 256 bits, each another', () => {
  const secret = newSigningSecret();
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  expect(newSigningSecret()).not.toBe(secret);
});
