import { z } from 'zod';

/** What an event says of an object. */
export type S3Event = {
  bucket: string;
  key: string;
  versionId: string | null;
  etag: string;
  /** 64 hexadecimal digits, in the order of the changes of one key. null = the provider sends none. */
  sequencer: string | null;
};

/** `null` = it is not about an object that came. */
export type ParsedEvents = { events: (S3Event | null)[] };

/** As many as one request may hold. */
const RECORDS_MAX = 1_000;
/** Longer keys and versions are no provider's. */
const KEY_BYTES = 1_024;
const MARK_MAX = 200;

const Mark = z.string().max(MARK_MAX).optional();
const S3Record = z.object({
  eventSource: z.string(),
  eventName: z.string(),
  s3: z.object({
    bucket: z.object({ name: z.string() }),
    // Ceph before version 17 wrote `etag`.
    object: z.object({ key: z.string(), eTag: Mark, etag: Mark, versionId: Mark, sequencer: Mark }),
  }),
});
const Events = z.object({ Records: z.array(z.unknown()).min(1).max(RECORDS_MAX) });
const TestEvent = z.object({ Event: z.literal('s3:TestEvent') });

/** AWS and MinIO encode keys as a form does; Ceph sends them as they are. */
function keyOf(source: string, key: string): string | null {
  if (source === 'ceph:s3') return key;
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const hex = /^[0-9a-f]{1,64}$/i;

function eventOf(record: unknown): S3Event | null {
  const parsed = S3Record.safeParse(record);
  if (!parsed.success) return null;
  const { eventSource, eventName, s3 } = parsed.data;
  if (!/^(?:s3:)?ObjectCreated:/.test(eventName)) return null;
  const key = keyOf(eventSource, s3.object.key);
  const etag = (s3.object.eTag || s3.object.etag || '').replaceAll('"', '');
  if (key === null || key === '' || Buffer.byteLength(key) > KEY_BYTES || key.includes('\0') || !key.isWellFormed()) return null;
  if (etag === '') return null;
  const { versionId, sequencer } = s3.object;
  return {
    bucket: s3.bucket.name,
    key,
    // So an object is called that was written while versions were off.
    versionId: versionId && versionId !== 'null' ? versionId : null,
    etag,
    sequencer: sequencer && hex.test(sequencer) ? sequencer.toLowerCase().padStart(64, '0') : null,
  };
}

/**
 * The events of a body as AWS (`aws:s3`), Ceph (`ceph:s3`) and MinIO (`minio:s3`) send it.
 * @returns null when it is none; no events for the one by which AWS tries the way
 */
export function parseEvents(body: unknown): ParsedEvents | null {
  if (TestEvent.safeParse(body).success) return { events: [] };
  const parsed = Events.safeParse(body);
  return parsed.success ? { events: parsed.data.Records.map(eventOf) } : null;
}
