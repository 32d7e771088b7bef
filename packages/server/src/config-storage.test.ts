import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { childEnvironment } from './environment.ts';

const linesOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
};
const s3 = { STORAGE: 's3', S3_BUCKET: 'pictures' };
const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush' };

describe('the settings of the storage', () => {
  it('OPS-01 OPS-03 are the disk unless S3 is chosen, whose bucket is enough', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(s3).s3).toEqual({
      bucket: 'pictures',
      region: 'us-east-1',
      endpoint: null,
      pathStyle: false,
      credentials: null,
      prefix: '',
      encryption: null,
    });
    const elsewhere = { ...s3, ...keys, S3_ENDPOINT: 'http://ceph.example:8080', S3_REGION: 'eu-1', S3_PREFIX: 'a/b' };
    expect(readConfig({ ...elsewhere, S3_ENCRYPTION: 'kms:key-1' }).s3).toEqual({
      bucket: 'pictures',
      region: 'eu-1',
      endpoint: 'http://ceph.example:8080',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'hush' },
      prefix: 'a/b/',
      encryption: { algorithm: 'aws:kms', key: 'key-1' },
    });
    expect(readConfig({ ...elsewhere, S3_PATH_STYLE: 'off', S3_ENCRYPTION: 'AES256' }).s3).toMatchObject({
      pathStyle: false,
      encryption: { algorithm: 'AES256' },
    });
  });

  it('OPS-03 name the storage that files are moved from, in either direction', () => {
    expect(readConfig({ ...s3, STORAGE_PREVIOUS: 'disk' })).toMatchObject({ storage: 's3', storagePrevious: 'disk' });
    const back = readConfig({ ...s3, STORAGE: 'disk', STORAGE_PREVIOUS: 's3' });
    expect(back).toMatchObject({ storage: 'disk', storagePrevious: 's3', s3: { bucket: 'pictures' } });
  });

  it.each([
    [
      { ...s3, STORAGE_PREVIOUS: 's3' },
      'STORAGE_PREVIOUS: "s3" is not accepted: it is STORAGE already. Name the other one, or leave it out',
    ],
    [{ STORAGE_PREVIOUS: 's3' }, 'S3_BUCKET: missing: s3 needs the name of a bucket: letters, digits, dots, - and _'],
    [{ STORAGE: 'ftp' }, 'STORAGE: "ftp" is not accepted: disk or s3'],
    [{ STORAGE: 's3' }, 'S3_BUCKET: missing: s3 needs the name of a bucket: letters, digits, dots, - and _'],
    [{ S3_BUCKET: 'pictures' }, 'S3_BUCKET: not accepted with STORAGE=disk: set STORAGE=s3, or leave it out'],
    [{ STORAGE: 'disk', S3_REGION: 'eu-1' }, 'S3_REGION: not accepted with STORAGE=disk: set STORAGE=s3, or leave it out'],
    [
      { ...s3, S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY: missing: set both keys, or neither to use the credentials of this machine',
    ],
    [
      { ...s3, S3_SECRET_ACCESS_KEY: 'hush' },
      'S3_ACCESS_KEY_ID: missing: set both keys, or neither to use the credentials of this machine',
    ],
    [{ ...s3, S3_ENDPOINT: 'ceph:8080' }, 'S3_ENDPOINT: "ceph:8080" is not accepted: an http(s) address without a path'],
    [
      { ...s3, S3_ENDPOINT: 'https://id:hush@ceph.example' },
      'S3_ENDPOINT: a name or a password in the address is not accepted: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    ],
    [
      { ...s3, S3_ENDPOINT: 'https://id:hush@ceph.example/path' },
      'S3_ENDPOINT: "https://…@ceph.example/path" is not accepted: an http(s) address without a path',
    ],
    [{ ...s3, S3_ENCRYPTION: 'yes' }, 'S3_ENCRYPTION: "yes" is not accepted: bucket, AES256 or kms:KEY'],
    [{ ...s3, ...keys, S3_SECRET_ACCESS_KEY: 'a b' }, /^S3_SECRET_ACCESS_KEY: the value given is not accepted: /],
  ])('OPS-01 stop the start with one sentence: %j', (env, sentence) => {
    expect(linesOf(env)).toEqual([sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence]);
  });

  it.each(['/a', 'a/', 'a//b', '../a', 'a b'])('OPS-01 take no prefix %j that is no folder', (S3_PREFIX) => {
    expect(linesOf({ ...s3, S3_PREFIX })[0]).toMatch(/^S3_PREFIX: .* is not accepted: a folder of the bucket/);
  });

  it('SEC-08 lets processes find the credentials of the machine, and passes no key on', () => {
    const found = {
      AWS_WEB_IDENTITY_TOKEN_FILE: '/token',
      AWS_ROLE_ARN: 'arn',
      AWS_PROFILE: 'one',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'u',
    };
    const secret = {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'hush',
      AWS_SESSION_TOKEN: 'hush',
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'h',
    };
    expect(childEnvironment({ ...found, ...secret })).toEqual(found);
  });
});
