import { z } from 'zod';
import type { Asked, Reply } from './fake-provider.ts';

export const googleKey = 'AIza-a-secret-of-the-test';
export const googleFailure = (code: number, status: string, details: object[] = []): Reply => ({
  status: code,
  json: { error: { code, message: 'As documented', status, details } },
});
export const googleWrongKey = googleFailure(400, 'INVALID_ARGUMENT', [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
]);

export const safeSearchAnnotation = {
  adult: 'VERY_UNLIKELY',
  spoof: 'UNLIKELY',
  medical: 'POSSIBLE',
  violence: 'LIKELY',
  racy: 'VERY_LIKELY',
};
export const googleFound = {
  safeSearchAnnotation,
  fullTextAnnotation: { text: 'NO ENTRY' },
  labelAnnotations: [
    { description: 'Person', score: 0.93 },
    { description: 'Camera', score: 0.61 },
    { description: 'Building', score: 0.31 },
  ],
};
/** The place of every letter, which makes an answer without `fields` longer than any that is read. */
const everything = { ...googleFound, fullTextAnnotation: { text: 'NO ENTRY', pages: [{ blocks: 'x'.repeat(1_100_000) }] } };

const Body = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        image: z.strictObject({ content: z.base64().min(1) }),
        features: z.array(
          z.strictObject({
            type: z.enum(['SAFE_SEARCH_DETECTION', 'TEXT_DETECTION', 'LABEL_DETECTION']),
            maxResults: z.number().optional(),
          }),
        ),
      }),
    )
    .max(16),
});

export function googleVision({ method, path, headers, body }: Asked): Reply {
  const { pathname, searchParams } = new URL(path, 'http://a.example');
  if (pathname !== '/v1/images:annotate' || method !== 'POST') return googleFailure(404, 'NOT_FOUND');
  if (headers['x-goog-api-key'] !== googleKey) return googleWrongKey;
  if (!Body.safeParse(JSON.parse(body)).success) return googleFailure(400, 'INVALID_ARGUMENT');
  const isShortened = searchParams.get('fields')?.includes('fullTextAnnotation/text');
  return { json: { responses: [isShortened ? googleFound : everything] } };
}
