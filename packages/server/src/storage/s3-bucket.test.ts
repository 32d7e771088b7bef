import { expect, it } from 'vitest';
import { weighRules } from './s3-bucket.ts';

const abort = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } };
const expire = { Expiration: { Days: 30 } };

it('OPS-01 counts the rules of a bucket that touch our files, and no other', () => {
  const weigh = (rule: object, prefix = 'one/') => weighRules([{ Status: 'Enabled', ...rule }], prefix);
  expect(weighRules([], '')).toEqual({ expires: false, abortsUploads: false });
  expect(weigh(abort)).toEqual({ expires: false, abortsUploads: true });
  expect(weigh({ ...abort, Filter: { Prefix: 'two/' } }).abortsUploads).toBe(false);
  expect(weigh({ ...abort, Status: 'Disabled' }).abortsUploads).toBe(false);
  for (const Prefix of ['', 'one/', 'one/exports']) expect(weigh({ ...expire, Filter: { Prefix } }).expires).toBe(true);
  expect(weigh({ ...expire, Filter: { Prefix: 'two/' } }).expires).toBe(false);
  expect(weigh({ ...expire, Filter: { Tag: { Key: 'a', Value: 'b' } } }).expires).toBe(false);
  expect(weigh({ Expiration: { ExpiredObjectDeleteMarker: true } }).expires).toBe(false);
  expect(weigh({ NoncurrentVersionExpiration: { NoncurrentDays: 1 } }).expires).toBe(false);
});
