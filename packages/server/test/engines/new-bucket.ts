import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createS3Storage } from '../../src/storage/s3-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { openObjectGateway } from './ceph-rgw.ts';

/** An empty bucket of a Ceph RGW of its own. @param copies a folder for private copies @returns why there is none */
export async function openNewBucket(copies: string): Promise<{ storage: Storage; close(): Promise<void> } | { notRun: string }> {
  const gateway = await openObjectGateway();
  if ('notRun' in gateway) return gateway;
  const { endpoint, accessKeyId, secretAccessKey, close } = gateway;
  const reached = { endpoint, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } };
  const bucket = `b-${randomUUID()}`;
  await new S3Client({ ...reached, forcePathStyle: true }).send(new CreateBucketCommand({ Bucket: bucket }));
  return { storage: createS3Storage({ ...reached, bucket, pathStyle: true, prefix: '', encryption: null }, copies), close };
}
