import { categoryNames, MediaUpload, WebhookEnvelope } from '@clearframe/contract';

const notAssessed = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed']));

/** An item that was judged and passed. */
export const mediaFixture: MediaUpload = MediaUpload.parse({
  id: '0b9f3a52-6f0e-4d0b-9c8e-0d7a5a1f2c33',
  ...{ filename: 'a.png', originalFilename: 'a.png', originalUrl: null, title: null, description: null, caption: null },
  ...{ tags: [], metadata: null, source: 'api', mimeType: 'image/png', fileSize: 1, width: 1, height: 1, s3Url: '' },
  ...{ duration_ms: null, video: null, progress: null },
  ...{ signedUrl: null, signedDisplayUrl: null, signedThumbnailUrl: null, signedSmallUrl: null, withheld: false },
  createdAt: '2026-11-21T12:00:00.000Z',
  ...{ moderationFlagged: false, moderationCheckedAt: '2026-11-21T12:00:01.000Z', moderationError: null },
  ...{ needs_review: false, sampled: false, processing: false, moderationResult: null, analysis_metadata: null },
  moderation: {
    ...{ passed: true, reason: 'Nothing was found.', policy_version: '1' },
    ai_analysis: {
      ...{ scores: {}, coverage: notAssessed, thresholds: {}, flagged: false, needs_review: false, description: '', text: '' },
      ...{ flagged_categories: [], review_categories: [], found_keywords: [], missing_required_keywords: [] },
    },
    keyword_check: {
      ...{ passed: true, reason: '', detectedKeywords: [], missingRequired: [], missing_required: [] },
      ...{ foundForbidden: [], found_forbidden: [] },
    },
  },
  ...{ webhookSentAt: null, webhookRetryCount: 0, webhookLastError: null, webhookStatus: null, decisions: [] },
});

/** What is sent about it. */
export const eventFixture: WebhookEnvelope = WebhookEnvelope.parse({
  event: 'media.analysis.completed',
  timestamp: '2026-11-21T12:00:02.000Z',
  data: { media_upload: mediaFixture, moderation: mediaFixture.moderation, analysis_metadata: null },
});
