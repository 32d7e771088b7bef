import { type Coverage, categoryNames, type Moderation, type WebhookEventData } from '@clearframe/contract';

/** An id that no item has. */
const testId = '00000000-0000-4000-8000-000000000000';

const moderation: Moderation = {
  passed: true,
  reason: 'This is a test: no picture was analysed.',
  policy_version: 'test',
  ai_analysis: {
    scores: {},
    coverage: Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Record<
      (typeof categoryNames)[number],
      Coverage
    >,
    thresholds: {},
    flagged: false,
    needs_review: false,
    flagged_categories: [],
    review_categories: [],
    description: 'This is a test: no picture was analysed.',
    text: '',
    found_keywords: [],
    missing_required_keywords: [],
  },
  keyword_check: {
    passed: true,
    reason: 'No keyword rules are set.',
    detectedKeywords: [],
    missingRequired: [],
    missing_required: [],
    foundForbidden: [],
    found_forbidden: [],
  },
};

/** An event in the shape of every other, marked as a test, so that a receiver can be tried out whole. */
export function testEventData({ publicUrl, now }: { publicUrl: string; now: Date }): WebhookEventData {
  const at = now.toISOString();
  const analysis_metadata = { processing_time_ms: 0, analysis_version: 'test', frames_analysed: 0 };
  const address = `${publicUrl}/files/test.jpg`;
  return {
    test: true,
    media_upload: {
      id: testId,
      filename: `${testId}.jpg`,
      originalFilename: 'test.jpg',
      originalUrl: null,
      title: 'Test',
      description: null,
      caption: null,
      tags: [],
      metadata: null,
      author: null,
      source: 'api',
      mimeType: 'image/jpeg',
      fileSize: 0,
      width: null,
      height: null,
      duration_ms: null,
      video: null,
      s3Url: address,
      signedUrl: address,
      signedDisplayUrl: null,
      signedThumbnailUrl: null,
      signedSmallUrl: null,
      createdAt: at,
      moderationFlagged: false,
      moderationCheckedAt: at,
      moderationError: null,
      needs_review: false,
      sampled: false,
      processing: false,
      progress: null,
      moderationResult: {
        flagged: false,
        ai_description: moderation.ai_analysis.description,
        found_keywords: [],
        missing_required_keywords: [],
      },
      moderation,
      analysis_metadata,
      webhookSentAt: null,
      webhookRetryCount: 0,
      webhookLastError: null,
      webhookStatus: null,
      withheld: false,
      decisions: [],
    },
    moderation,
    analysis_metadata,
  };
}
