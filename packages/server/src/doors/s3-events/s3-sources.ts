import {
  AppError,
  type CreateS3SourceInput,
  type S3Source,
  type SecurityEventKind,
  type UpdateS3SourceInput,
} from '@clearframe/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { account, s3Source } from '../../db/schema.ts';
import { type Authorized, authorize } from '../../security/authorized.ts';
import type { Client } from '../../security/client-address.ts';
import { TargetRefused } from '../../security/guard-connect.ts';
import { randomToken, sha256 } from '../../security/secrets.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { openS3, type S3Place, type S3SourceRow, troubleOf } from './s3-reader.ts';

type SourceContext = Pick<Context, 'clock' | 'config' | 'db' | 'secrets'>;

const SOURCES_MAX = 10;
/** How much of the address is shown to somebody who has not proved who they are. */
const SHOWN = 20;
export const eventsPath = '/api/s3-events';

/** Empty when it was sealed under a SECRET_KEY that is not listed any more: such a source can still be renewed, or deleted. */
function openAddress({ secrets }: Pick<Context, 'secrets'>, { eventsSealed }: S3SourceRow): string {
  try {
    return secrets.open('s3-source', eventsSealed);
  } catch {
    return '';
  }
}

/** The key of the bucket. @throws AppError s3_source_refused where it was sealed under such a SECRET_KEY */
function openKey({ secrets }: Pick<Context, 'secrets'>, { secretKeySealed }: S3SourceRow): string {
  try {
    return secrets.open('s3-source', secretKeySealed);
  } catch (cause) {
    throw new AppError('s3_source_refused', { message: 'The key of this bucket cannot be read. Enter it again.', cause });
  }
}

/** @param isWhole false = the first characters of the address for events */
export function viewSource(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  row: S3SourceRow,
  isWhole: boolean,
): S3Source {
  const { id, name, endpoint, region, bucket, prefix } = row;
  const url = `${config.publicUrl}${eventsPath}/${openAddress({ secrets }, row)}`;
  return {
    id,
    name,
    endpoint,
    region,
    bucket,
    prefix,
    access_key_id: row.accessKeyId,
    path_style: row.pathStyle,
    answer_tags: row.answerTags,
    is_active: row.isActive,
    events_url: isWhole ? url : url.slice(0, SHOWN),
    created_at: row.createdAt.toISOString(),
    last_event_at: row.lastEventAt?.toISOString() ?? null,
  };
}

const newAddress = ({ secrets }: Pick<Context, 'secrets'>) => {
  const secret = `s3e_${randomToken()}`;
  return { eventsHash: sha256(secret), eventsSealed: secrets.seal('s3-source', secret) };
};

/** Our own guard, nobody, or the provider: each is told apart. */
function refusalOf(error: unknown): string {
  if (error instanceof TargetRefused)
    return 'The endpoint is no public address. The operator can list it in TENANT_PRIVATE_TARGETS.';
  const { status, code } = troubleOf(error);
  return status === null ? `The provider does not answer: ${code}` : `The provider did not let us list the bucket: ${code}`;
}

/** @throws AppError s3_source_refused, with what the provider says */
async function requireReadable({ config }: Pick<Context, 'config'>, place: S3Place, secretKey: string): Promise<void> {
  try {
    const reader = openS3(config, place, secretKey);
    await reader.tryList().finally(() => reader.close());
  } catch (error) {
    throw new AppError('s3_source_refused', { message: refusalOf(error), cause: error });
  }
}

/** The row of that id. @throws AppError s3_source_not_found */
export async function ownSource(
  { db }: Pick<Context, 'db'>,
  caller: { accountId: string },
  id: string,
): Promise<Authorized<S3SourceRow>> {
  const [row] = await db.select().from(s3Source).where(eq(s3Source.id, id));
  return authorize(row, caller, 's3_source_not_found');
}

/** The account's sources, oldest first. */
export const listSources = ({ db }: Pick<Context, 'db'>, accountId: string): Promise<S3SourceRow[]> =>
  db.select().from(s3Source).where(eq(s3Source.accountId, accountId)).orderBy(asc(s3Source.createdAt), s3Source.id);

const columnsOf = (input: UpdateS3SourceInput) => {
  const { name, endpoint, region, bucket, prefix } = input;
  const renamed = {
    accessKeyId: input.access_key_id,
    pathStyle: input.path_style,
    answerTags: input.answer_tags,
    isActive: input.is_active,
  };
  return { name, endpoint, region, bucket, prefix, ...renamed };
};

/** Who changes a source, and from where. */
export type SourceOwner = { accountId: string; userId: string; client: Client };

/** A change and the line of it in the security log, both or neither. @throws AppError s3_source_not_found when it is gone */
async function change(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  owner: SourceOwner,
  kind: SecurityEventKind,
  work: (tx: Tx) => Promise<S3SourceRow[]>,
): Promise<S3SourceRow> {
  return await db.transaction(async (tx) => {
    const [row] = await work(tx);
    if (!row) throw new AppError('s3_source_not_found');
    await recordSecurityEvent(tx, { kind, ...owner, subject: { type: 'bucket', id: row.id }, at: clock.now() });
    return row;
  });
}

/** Makes a source once its bucket could be listed. @throws AppError s3_source_refused, sources_full */
export async function createSource(context: SourceContext, owner: SourceOwner, input: CreateS3SourceInput): Promise<S3SourceRow> {
  const { accountId } = owner;
  const { name, endpoint, region, bucket, prefix } = input;
  const place = { endpoint, region, bucket, prefix, accessKeyId: input.access_key_id, pathStyle: input.path_style };
  await requireReadable(context, place, input.secret_access_key);
  return await change(context, owner, 'bucket.added', async (tx) => {
    // One at a time: otherwise parallel ones would count the same sources and pass the limit together.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    if ((await tx.$count(s3Source, eq(s3Source.accountId, accountId))) >= SOURCES_MAX) throw new AppError('sources_full');
    const secretKeySealed = context.secrets.seal('s3-source', input.secret_access_key);
    const switches = { answerTags: input.answer_tags, isActive: input.is_active };
    return await tx
      .insert(s3Source)
      .values({ accountId, name, ...place, ...switches, secretKeySealed, ...newAddress(context) })
      .returning();
  });
}

/** Whether a change leads elsewhere: who asks must prove who they are, and the bucket is listed again. */
export const leadsElsewhere = ({ name: _name, answer_tags: _tags, is_active: _active, ...place }: UpdateS3SourceInput): boolean =>
  Object.values(place).some((value) => value !== undefined);

/** @throws AppError s3_source_refused, s3_source_not_found (deleted meanwhile) */
export async function updateSource(
  context: SourceContext,
  owner: SourceOwner,
  row: Authorized<S3SourceRow>,
  input: UpdateS3SourceInput,
): Promise<S3SourceRow> {
  const given = Object.fromEntries(Object.entries(columnsOf(input)).filter(([, value]) => value !== undefined));
  if (leadsElsewhere(input))
    await requireReadable(context, { ...row, ...given }, input.secret_access_key ?? openKey(context, row));
  const sealed =
    input.secret_access_key === undefined ? {} : { secretKeySealed: context.secrets.seal('s3-source', input.secret_access_key) };
  return await change(context, owner, 'bucket.changed', (tx) =>
    tx
      .update(s3Source)
      .set({ ...given, ...sealed, name: input.name ?? row.name })
      .where(eq(s3Source.id, row.id))
      .returning(),
  );
}

/** Another address for events. The one before works for a day, so that none is lost while the bucket is changed. */
export async function rotateSource(
  context: SourceContext,
  owner: SourceOwner,
  { id }: Authorized<S3SourceRow>,
): Promise<S3SourceRow> {
  return await change(context, owner, 'bucket.address_renewed', (tx) =>
    tx
      .update(s3Source)
      .set({ ...newAddress(context), oldEventsHash: s3Source.eventsHash, oldEventsUntil: sql`now() + interval '24 hours'` })
      .where(eq(s3Source.id, id))
      .returning(),
  );
}

/** Events end at once, and what waits is forgotten; items stay. */
export async function deleteSource(context: SourceContext, owner: SourceOwner, { id }: Authorized<S3SourceRow>): Promise<void> {
  await change(context, owner, 'bucket.removed', (tx) => tx.delete(s3Source).where(eq(s3Source.id, id)).returning());
}
