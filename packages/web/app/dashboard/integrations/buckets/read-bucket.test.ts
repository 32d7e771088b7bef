import { expect, it } from 'vitest';
import { bucketChange, bucketFaults, readBucket } from './read-bucket.ts';
import { wholeAddress } from './use-buckets.ts';

const filled = { name: 'Photos', endpoint: 'https://s3.example.com', region: 'eu-central-1', bucket: 'photos', prefix: 'in/' };

const form = (changes: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...filled, access_key_id: 'AKIA', ...changes })) data.set(name, value);
  return readBucket(data);
};

it('DOOR-A7 says for each field what would fit, and asks a new bucket for its secret', () => {
  expect(bucketFaults(form({ endpoint: 's3', region: 'EU', bucket: '' }), null)).toEqual({
    endpoint: 'Enter an address, such as https://s3.eu-central-1.amazonaws.com.',
    region: 'Enter a region, such as eu-central-1.',
    bucket: 'Enter the name of the bucket.',
    secret_access_key: 'Enter the secret access key.',
  });
});

it('DOOR-A7 keeps the secret of a bucket whose field is left empty', () => {
  expect(bucketChange(form())).not.toHaveProperty('secret_access_key');
  expect(bucketChange(form({ secret_access_key: 'new' }))).toHaveProperty('secret_access_key', 'new');
});

it('DOOR-A7 tells a whole address for events from its beginning', () => {
  const url = `https://example.com/api/s3-events/s3e_${'A'.repeat(43)}`;
  expect(wholeAddress({ events_url: url })).toBe(url);
  expect(wholeAddress({ events_url: url.slice(0, 20) })).toBeNull();
});
