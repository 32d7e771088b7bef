import type { AddressInfo } from 'node:net';
import {
  GetObjectTaggingCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { count, eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { media, s3Object, usageEntry } from '../../src/db/schema.ts';
import { judgeObjects } from '../../src/doors/s3-events/judge-objects.ts';
import { tagObjects } from '../../src/doors/s3-events/tag-objects.ts';
import { openObjectGateway } from '../engines/ceph-rgw.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, moderateNow, picture, quickExaminer } from '../helpers/uploads.ts';
import { createTopic } from './create-topic.ts';

const gateway = await openObjectGateway();
/** More take minutes: 1,000 of them were judged and tagged once (docs/decisions/120). */
const OBJECTS = 20;
const never = new AbortController().signal;

if ('notRun' in gateway) it('DOOR-A7 judges what lands in a bucket of Ceph', ({ skip }) => skip(gateway.notRun));
else
  describe('a bucket of Ceph that sends its own notifications', () => {
    let built: Built | undefined;
    afterAll(async () => {
      await built?.close();
      await gateway.close();
    });

    it('DOOR-A7 has each of its objects judged and tagged, and charged once', async () => {
      const { endpoint, accessKeyId, secretAccessKey } = gateway;
      const Bucket = 'photos';
      await gateway.createBucket(Bucket);
      const server = await build({ config: { throughputScale: 1_000, allowPrivateTargets: [new URL(endpoint).host] } });
      built = server;
      const { context, app } = server;
      const person = await createUploader(server, OBJECTS);
      await app.listen({ port: 0, host: '127.0.0.1' });
      const made = await app.inject({
        method: 'POST',
        url: '/api/s3-sources',
        headers: person.headers,
        payload: { name: 'Ceph', endpoint, bucket: Bucket, access_key_id: accessKeyId, secret_access_key: secretAccessKey },
      });
      const { events_url } = made.json<{ data: { s3_source: { events_url: string } } }>().data.s3_source;
      const here = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${new URL(events_url).pathname}`;
      const client = new S3Client({
        endpoint,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: { accessKeyId, secretAccessKey },
      });
      const TopicArn = await createTopic(gateway, 'cf', here);
      const TopicConfigurations = [{ Id: 'cf', TopicArn, Events: ['s3:ObjectCreated:*' as const] }];
      await client.send(
        new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration: { TopicConfigurations } }),
      );

      const keys = Array.from({ length: OBJECTS }, (_, n) => `in/a b+${n}.png`);
      const Body = picture('formats/pears.png');
      for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body, Tagging: 'owner=them' }));
      await expect.poll(() => context.db.$count(s3Object)).toBe(OBJECTS);
      await judgeObjects(context, never);
      for (const { id: mediaId } of await context.db.select().from(media))
        await moderateNow(context, quickExaminer, { mediaId, attempt: 1 });
      await tagObjects(context, never);

      for (const Key of keys) {
        const { TagSet = [] } = await client.send(new GetObjectTaggingCommand({ Bucket, Key }));
        const tags = Object.fromEntries(TagSet.map((tag) => [tag.Key, tag.Value]));
        expect([Key, tags]).toEqual([Key, expect.objectContaining({ owner: 'them', 'clearframe-verdict': 'pass' })]);
      }
      const [charged] = await context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, 'commit'));
      expect(charged?.n).toBe(OBJECTS);
      expect(await context.db.selectDistinct({ name: media.originalFilename }).from(media)).toHaveLength(OBJECTS);
      client.destroy();
    });
  });
