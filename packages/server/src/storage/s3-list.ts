import { ListMultipartUploadsCommand, ListObjectsV2Command, ListPartsCommand } from '@aws-sdk/client-s3';
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

/** Whether something of such a put came since that moment: one of hours is none that was cut off. */
export async function isUnderWay(
  { send }: S3Connection,
  { bucket, key, id }: { bucket: string; key: string; id: string },
  since: Date,
): Promise<boolean> {
  for (let marker: { PartNumberMarker?: string } = {}; ; ) {
    const page = await send(new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: id, ...marker }));
    const { Parts = [], IsTruncated, NextPartNumberMarker } = page;
    if (Parts.some(({ LastModified }) => LastModified !== undefined && LastModified >= since)) return true;
    if (!IsTruncated || !NextPartNumberMarker) return false;
    marker = { PartNumberMarker: NextPartNumberMarker };
  }
}
