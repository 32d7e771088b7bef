import type { Examiner } from '../moderation/analyse/moderate.ts';
import { callPaymentProvider } from './call-payment-provider.ts';
import { deleteAccount } from './delete-account.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { eraseAuthorJob } from './erase-author.ts';
import { exportData } from './export-data.ts';
import { judgeBuckets } from './judge-buckets.ts';
import { makeDisplayCopy, moderateMedia, moderateMediaFailed, moderateVideo } from './moderate-media.ts';
import { readVideo, readWriting } from './read-writing.ts';
import { requestReset } from './request-reset.ts';
import { resendFailed } from './resend-failed.ts';
import { retain } from './retain.ts';
import { runBatchJob } from './run-batch.ts';
import { runBulkJob } from './run-bulk.ts';
import type { JobTable } from './run-jobs.ts';
import { sandboxNotify } from './sandbox-notify.ts';
import { searchNoticeCopies } from './search-notice-copies.ts';
import { sendMail, sendMailFailed } from './send-mail.ts';
import { sendStatementsJob } from './send-statements.ts';
import { sweep } from './sweep.ts';
import { sweepObjects } from './sweep-objects.ts';
import { tagBuckets } from './tag-buckets.ts';
import { tellChats } from './tell-chats.ts';

/**
 * Who does each job.
 * @param examiner the engine, loaded once for a process; only analysis processes are ever asked for it
 */
export function createJobTable(examiner: () => Promise<Examiner>): JobTable {
  return {
    'moderate-media': moderateMedia(examiner),
    'moderate-video': moderateVideo(examiner),
    'make-display': makeDisplayCopy(examiner),
    'moderate-media-failed': moderateMediaFailed,
    'read-writing': readWriting(examiner),
    'read-video': readVideo(examiner),
    'send-mail': sendMail,
    'send-mail-failed': sendMailFailed,
    'sandbox-notify': sandboxNotify,
    'export-data': exportData,
    'run-batch': runBatchJob,
    'run-bulk': runBulkJob,
    'request-reset': requestReset,
    'delete-account': deleteAccount,
    'deliver-webhook': deliverWebhook,
    'resend-failed': resendFailed,
    'erase-author': eraseAuthorJob,
    'search-notice-copies': searchNoticeCopies,
    'send-statements': sendStatementsJob,
    sweep,
    'tell-chats': tellChats,
    'sweep-objects': sweepObjects,
    retain,
    'judge-buckets': judgeBuckets,
    'tag-buckets': tagBuckets,
    'call-payment-provider': callPaymentProvider,
  };
}
