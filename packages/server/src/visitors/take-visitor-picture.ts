import { AppError, limits, type TryItTaken } from '@clearframe/contract';
import { and, count, eq } from 'drizzle-orm';
import { visitorAccountId } from '../accounts/visitor-account-id.ts';
import { media } from '../db/schema.ts';
import { takeInAndSubmit, type UploadContext, type UploadRequest } from '../moderation/upload/upload.ts';
import { dashboardRules } from '../moderation/upload/upload-rules.ts';
import { newId } from '../security/new-id.ts';
import { readyVisitorAccount } from './visitor-account.ts';

/** How soon a visitor may find a place free. */
const BUSY_RETRY_MS = 5_000;

/** Visitors must not keep customers waiting: only so many of their pictures wait at a time. @throws AppError busy */
async function requirePlace({ db }: Pick<UploadContext, 'db'>): Promise<void> {
  const [waiting] = await db
    .select({ count: count() })
    .from(media)
    .where(and(eq(media.accountId, visitorAccountId), eq(media.state, 'queued')));
  if ((waiting?.count ?? 0) >= limits.tryItWaitingMax)
    throw new AppError('busy', { detail: 'visitors', retryAfterMs: BUSY_RETRY_MS });
}

/**
 * Takes in a visitor's picture on the way of every upload, under the visitors' account. Only a file: an address would be fetched for
 * people whom nobody knows. Texts beside it are not kept.
 * @throws AppError busy, file_required and the refusals of the dashboard's door; nothing of a refused file is kept
 */
export async function takeVisitorPicture(context: UploadContext, readForm: UploadRequest['readForm']): Promise<TryItTaken> {
  await requirePlace(context);
  await readyVisitorAccount(context);
  const mediaId = newId();
  await takeInAndSubmit(context, {
    mediaId,
    begun: null,
    rules: dashboardRules,
    uploader: { accountId: visitorAccountId, userId: null, accessTokenId: null },
    async readForm(onFile) {
      const { media: sent } = await readForm(onFile);
      if (sent === null || 'url' in sent) throw new AppError('file_required');
      return { media: sent, fields: {} };
    },
  });
  return { id: mediaId, deleted_by: new Date(context.clock.now().getTime() + limits.tryItGoneMs).toISOString() };
}
