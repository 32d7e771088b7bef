import { type ErrorCode, limits } from '@clearframe/contract';

/** How one of the doors for uploads refuses, and how long its callers wait. The path behind both is the same. */
export type UploadRules = {
  source: 'dashboard' | 'api' | 's3';
  /** The largest file accepted. */
  maxBytes: number;
  waitMs: number;
  /** `video` null = they are taken in. */
  refusals: Record<'missing' | 'blankUrl' | 'unsupported' | 'tooLarge', ErrorCode> & { video: ErrorCode | null };
};

export const dashboardRules: UploadRules = {
  source: 'dashboard',
  // "Under 10 MB": a file of exactly 10 MB is too large already.
  maxBytes: limits.dashboardUploadMaxBytes - 1,
  waitMs: limits.dashboardWaitMs,
  refusals: {
    missing: 'file_required',
    blankUrl: 'url_required',
    unsupported: 'file_unsupported',
    tooLarge: 'file_too_large',
    video: 'video_in_dashboard',
  },
};

export const apiRules: UploadRules = {
  source: 'api',
  maxBytes: limits.apiUploadMaxBytes,
  waitMs: limits.apiWaitMs,
  refusals: {
    missing: 'media_required',
    blankUrl: 'media_required',
    unsupported: 'api_file_unsupported',
    tooLarge: 'api_file_too_large',
    video: null,
  },
};

/** Of objects of a bucket, which nobody waits for. */
export const s3Rules: UploadRules = { ...apiRules, source: 's3' };
