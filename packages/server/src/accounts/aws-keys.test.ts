import { expect, it } from 'vitest';
import { awsKeysOf } from './aws-keys.ts';

it('DOOR-A4 derives the pair of keys of the specification from a token', () => {
  expect(awsKeysOf(`cf_live_${'A'.repeat(43)}`)).toEqual({
    access_key_id: 'CF4AGL776XNFDR5X7RZ4',
    secret_access_key: 'L7-IZdV8LERP0KfmyP6aj3hC9UmVLBhD5z9GvBCtq50',
  });
});
