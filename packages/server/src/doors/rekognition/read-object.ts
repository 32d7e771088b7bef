import { addAbortSignal } from 'node:stream';
import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { s3Source } from '../../db/schema.ts';
import { openS3, type S3Reader, type S3SourceRow } from '../s3-events/s3-reader.ts';
import { AwsError } from './aws-error.ts';
import type { S3Object } from './read-request.ts';

/**
 * The bytes of an object of a bucket that the account has set up as a source.
 * @param signal nobody waits for it any more
 * @throws AwsError InvalidS3Object, also where it breaks off
 */
export async function* readObject(
  { config, db, secrets }: Pick<Context, 'config' | 'db' | 'secrets'>,
  { accountId, object }: { accountId: string; object: S3Object },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const sources = await db
    .select()
    .from(s3Source)
    .where(and(eq(s3Source.accountId, accountId), eq(s3Source.bucket, object.bucket), eq(s3Source.isActive, true)))
    .orderBy(asc(s3Source.createdAt));
  const source = sources.find(({ prefix }) => object.key.startsWith(prefix));
  if (!source) throw new AwsError('InvalidS3ObjectException', 'No source of your account has this bucket and key');
  const refused = () =>
    new AwsError('InvalidS3ObjectException', 'The object could not be read. Check its name and the key of the source.');
  const reader = openReader({ config, secrets }, source);
  if (!reader) throw refused();
  try {
    const { body } = await reader.open({ ...object, etag: null }, signal);
    const bytes: AsyncIterable<Buffer> = addAbortSignal(signal, body);
    yield* bytes;
  } catch {
    throw refused();
  } finally {
    reader.close();
  }
}

/** null where its key was sealed under a SECRET_KEY that is gone, or its address is not public. */
function openReader({ config, secrets }: Pick<Context, 'config' | 'secrets'>, source: S3SourceRow): S3Reader | null {
  try {
    return openS3(config, source, secrets.open('s3-source', source.secretKeySealed));
  } catch {
    return null;
  }
}
