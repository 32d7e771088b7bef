import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Connection } from './s3-connection.ts';

type Place = { bucket: string; prefix: string };

/** Objects below the prefix by key, from the one behind `after` on. */
export async function* listObjects({ send }: S3Connection, { bucket, prefix }: Place, after = '') {
  for (let StartAfter = after; ; ) {
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...(StartAfter ? { StartAfter } : {}) });
    const { Contents = [], IsTruncated } = await send(command);
    for (const { Key = '', LastModified = new Date(0), Size = 0 } of Contents)
      yield { key: Key, storedAt: LastModified, sizeBytes: Size };
    const last = Contents.at(-1)?.Key;
    if (!IsTruncated || last === undefined) return;
    StartAfter = last;
  }
}

/** Puts in parts that have not come to their end. */
export async function* listUploads({ send }: S3Connection, { bucket, prefix }: Place) {
  for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker });
    const { Uploads = [], IsTruncated, NextKeyMarker, NextUploadIdMarker } = await send(command);
    for (const { Key = '', UploadId = '', Initiated = new Date() } of Uploads)
      yield { key: Key, id: UploadId, begunAt: Initiated };
    if (!IsTruncated || !NextKeyMarker) return;
    marker = { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker ? { UploadIdMarker: NextUploadIdMarker } : {}) };
  }
}
