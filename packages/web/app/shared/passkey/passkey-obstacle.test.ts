import { expect, it } from 'vitest';
import { obstacleOf } from './passkey-obstacle.ts';

it('AUTH-06 knows where browsers have no passkeys', () => {
  const place = { secure: true, supported: true, hostname: 'frames.example' };
  expect(obstacleOf(place)).toBeNull();
  expect(obstacleOf({ ...place, hostname: 'localhost' })).toBeNull();
  expect(obstacleOf({ ...place, secure: false, supported: false })).toBe('insecure');
  expect(obstacleOf({ ...place, supported: false })).toBe('browser');
  for (const hostname of ['127.0.0.1', '192.0.2.7', '[::1]']) expect(obstacleOf({ ...place, hostname })).toBe('number');
});
