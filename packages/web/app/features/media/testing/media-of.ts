import type { MediaUpload } from '@clearframe/contract';

/** A whole `MediaUpload` for tests: a picture that is not checked yet, changed where a test says so. */
export function mediaOf(parts: Partial<MediaUpload> = {}): MediaUpload {
  return {
    id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
    filename: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e.jpg',
    originalFilename: 'three-pears.jpg',
    originalUrl: null,
    title: null,
    description: null,
    caption: null,
    tags: [],
    metadata: null,
    source: 'dashboard',
    mimeType: 'image/jpeg',
    fileSize: 655_360,
    width: 1_440,
    height: 1_080,
    s3Url: 'http://localhost/files/a',
    withheld: false,
    signedUrl: 'http://localhost/files/a?signature=1',
    signedDisplayUrl: null,
    signedThumbnailUrl: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    moderationFlagged: null,
    moderationCheckedAt: null,
    moderationError: null,
    needs_review: false,
    moderationResult: null,
    moderation: null,
    analysis_metadata: null,
    webhookSentAt: null,
    webhookRetryCount: 0,
    webhookLastError: null,
    decisions: [],
    ...parts,
  };
}
