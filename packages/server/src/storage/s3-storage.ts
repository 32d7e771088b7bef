import { randomBytes, randomUUID } from 'node:crypto';
import { AbortMultipartUploadCommand, CopyObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Config } from '../config-storage.ts';
import { installationKey, isObjectKey, requireFolder, requireKey, UNFINISHED } from './object-key.ts';
import { createPrivateCopies } from './private-copies.ts';
import { connectS3, type S3Connection, type S3Limits } from './s3-connection.ts';
import { statusOf } from './s3-fault.ts';
import { isUnderWay, listObjects, listUploads } from './s3-list.ts';
import { putWhole } from './s3-put.ts';
import { getObject, isPublic, openObject } from './s3-read.ts';
import { createRemover } from './s3-remove.ts';
import { ObjectMissing, type Storage } from './storage.ts';

/** More is copied through us: a storage may be silent while it copies a large object by itself, and none copies more than 5 GB. */
const COPY_BYTES = 256 * 1024 * 1024;

/** Every place of the bucket that a prefix lies below: of `a/b/` the bucket itself and `a/`. */
const foldersAbove = (prefix: string): string[] => [...prefix.matchAll(/[^/]+\//g)].map(({ index }) => prefix.slice(0, index));

/** @throws Error when another installation lies there: what belongs to it ends at no prefix, and it would take our files for its own */
async function refuseBelow(connection: S3Connection, bucket: string, above: string): Promise<void> {
  try {
    const { body } = await openObject(connection, { Bucket: bucket, Key: `${above}${installationKey}` });
    body.destroy();
  } catch (error) {
    // Who may not look there shares nothing with it either.
    if (error instanceof ObjectMissing || statusOf(error) === 403) return;
    throw error;
  }
  throw new Error(`another installation lies above it, in s3://${bucket}/${above}. Set S3_PREFIX to a folder beside it`);
}

/**
 * Objects in a bucket.
 * @param copies a folder of this machine for {@link Storage.withFile}
 * @param limits those of tests
 */
export function createS3Storage(config: S3Config, copies: string, limits?: Partial<S3Limits>): Storage {
  const { bucket, prefix, encryption } = config;
  const connection = connectS3(config, limits);
  const { send } = connection;
  const privately = createPrivateCopies(copies);
  const removeKeys = createRemover(connection, bucket);
  const named = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  const target = (key: string) => named(requireKey(key));
  const encrypted =
    encryption === null
      ? {}
      : {
          ServerSideEncryption: encryption.algorithm,
          ...(encryption.algorithm === 'aws:kms' ? { SSEKMSKeyId: encryption.key } : {}),
        };
  const keyOf = (key: string) => key.slice(prefix.length);
  const remove = (keys: readonly string[]) => removeKeys(keys.map((key) => target(key).Key));

  const storage: Storage = {
    async put(key, body, signs) {
      return putWhole(connection, { ...target(key), ...encrypted }, body, signs);
    },
    async open(key, range) {
      return openObject(connection, target(key), range);
    },
    async get(key, range) {
      return getObject(connection, target(key), range);
    },
    async size(key) {
      try {
        return (await send(new HeadObjectCommand(target(key)))).ContentLength ?? 0;
      } catch (error) {
        if (!(error instanceof ObjectMissing)) throw error;
        // An answer to HEAD has no body: this one is the same where the bucket is gone, and of a proxy. GET tells them apart.
        const { sizeBytes, body } = await openObject(connection, target(key));
        body.destroy();
        return sizeBytes;
      }
    },
    async withFile(key, work, signs) {
      const { body } = await storage.open(key);
      return privately.with(body, work, signs);
    },
    newCopy: privately.open,
    async remove(keys) {
      await remove(keys);
    },
    async move(from, to) {
      const [source, copy] = [target(from), { ...target(to), ...encrypted }];
      try {
        const CopySource = `${bucket}/${source.Key}`;
        if ((await storage.size(from)) <= COPY_BYTES) await send(new CopyObjectCommand({ ...copy, CopySource }));
        else await putWhole(connection, copy, (await storage.open(from)).body);
      } catch (error) {
        if (error instanceof ObjectMissing) return false;
        throw error;
      }
      await remove([from]);
      return true;
    },
    async *list(below = '', after = '') {
      const folder = requireFolder(below) === '' ? '' : `${below}/`;
      const place = { bucket, prefix: `${prefix}${folder}` };
      for await (const object of listObjects(connection, place, after === '' ? '' : `${prefix}${after}`)) {
        const key = keyOf(object.key);
        if (isObjectKey(key)) yield { ...object, key };
      }
    },
    async removeBrokenOff(before) {
      let removed = 0;
      for await (const { key, id, begunAt } of listUploads(connection, { bucket, prefix })) {
        if (begunAt >= before || !isObjectKey(keyOf(key))) continue;
        try {
          if (await isUnderWay(connection, { bucket, key, id }, before)) continue;
          await send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: id }));
          removed += 1;
        } catch (error) {
          // It came to its end meanwhile.
          if (!(error instanceof ObjectMissing)) throw error;
        }
      }
      const probes: string[] = [];
      for await (const { key, storedAt } of listObjects(connection, { bucket, prefix: `${prefix}${UNFINISHED}/` }))
        if (storedAt < before) probes.push(key);
      await removeKeys(probes);
      return removed + probes.length;
    },
    async ready() {
      for (const above of foldersAbove(prefix)) await refuseBelow(connection, bucket, above);
      const probe = named(`${UNFINISHED}/${randomUUID()}`);
      const bytes = randomBytes(16);
      await putWhole(connection, { ...probe, ...encrypted }, bytes);
      try {
        const part = await getObject(connection, probe, { start: 4, end: 11 });
        if (!bytes.subarray(4, 12).equals(part)) throw new Error('what was written is not what is read');
        if (await isPublic(connection, probe)) throw new Error('anybody can read it without a key. Make the bucket private');
      } finally {
        await removeKeys([probe.Key]);
      }
    },
  };
  return storage;
}
