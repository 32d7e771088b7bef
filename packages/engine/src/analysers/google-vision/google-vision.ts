import { z } from 'zod';
import type { CreateAnalyser } from '../analyser.ts';
import { AnalyserError, type AnalyserFault } from '../analyser.ts';
import { readSettings } from '../read-settings.ts';
import { sendJson } from '../send-json.ts';
import { GOOGLE_VISION_MAPPING, mapSafeSearch } from './google-vision-mapping.ts';

const name = 'google-vision';

const Settings = z.object({
  key: z.string().min(1),
  /** Without a path. */
  url: z.url({ protocol: /^https?$/ }).default('https://vision.googleapis.com'),
  /** A picture, in millionths of a US dollar: two paid features at 1 500; SafeSearch comes free with labels. */
  costMicros: z.coerce.number().int().min(0).default(3_000),
});

const word = z.string().optional();
const Annotated = z.object({
  // Google leaves out what is UNKNOWN, so a field may be missing; without the whole annotation nothing was judged.
  safeSearchAnnotation: z.object({ adult: word, racy: word, violence: word, medical: word, spoof: word }).optional(),
  fullTextAnnotation: z.object({ text: z.string().default('') }).optional(),
  labelAnnotations: z.array(z.object({ description: z.string().min(1), score: z.number().default(0) })).default([]),
  error: z.object({ code: z.number() }).optional(),
});
const Answer = z.object({ responses: z.array(Annotated).length(1) });

/** google.rpc.Code: a picture's own error comes as its number, inside an answer of status 200. */
const faultsByCode: Readonly<Record<number, AnalyserFault>> = {
  1: 'provider',
  2: 'provider',
  4: 'provider',
  10: 'provider',
  13: 'provider',
  14: 'provider',
  7: 'credentials',
  16: 'credentials',
  8: 'throttled',
};

const Failure = z.object({
  error: z.object({ status: z.string().default(''), details: z.array(z.object({ reason: z.string().optional() })).default([]) }),
});

/** A wrong key is answered with 400, as wrong pictures are; only the details tell them apart. */
function faultOf(_status: number, body: unknown): AnalyserFault | undefined {
  const { status, details = [] } = Failure.safeParse(body).data?.error ?? {};
  if (details.some(({ reason }) => reason === 'API_KEY_INVALID')) return 'credentials';
  return status === 'RESOURCE_EXHAUSTED' ? 'throttled' : undefined;
}

const features = [{ type: 'SAFE_SEARCH_DETECTION' }, { type: 'TEXT_DETECTION' }, { type: 'LABEL_DETECTION', maxResults: 10 }];

/**
 * What of the answer is sent: without this a page of text comes with the place of every letter, and is too long to be read or kept.
 */
const fields = 'responses(safeSearchAnnotation,fullTextAnnotation/text,labelAnnotations(description,score),error)';

/** Labels that Google itself holds for more likely than not, as a sentence. */
function describeLabels(labels: readonly { description: string; score: number }[]): string | undefined {
  const likely = labels.filter(({ score }) => score >= 0.5).map(({ description }) => description);
  return likely.length === 0 ? undefined : `It may show: ${likely.join(', ')}.`;
}

/** Google Cloud Vision: SafeSearch, text and labels of one picture a call. Settings: `key`, `url`, `costMicros`. */
export const createGoogleVision: CreateAnalyser = (given, { send, clock }) => {
  const { key, url, costMicros } = readSettings(name, Settings, given);
  return {
    name,
    version: `v1+mapping-${GOOGLE_VISION_MAPPING}`,
    place: 'remote',
    async analyse({ jpeg }, signal) {
      const image = { content: Buffer.from(await jpeg()).toString('base64') };
      const { answer, raw } = await sendJson({
        send,
        clock,
        signal,
        faultOf,
        schema: Answer,
        url: new URL(`/v1/images:annotate?fields=${encodeURIComponent(fields)}`, url).href,
        // In a header and not in the address, which logs keep.
        headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ requests: [{ image, features }] }),
      });
      const [found] = answer.responses;
      if (found?.error)
        throw new AnalyserError(faultsByCode[found.error.code] ?? 'rejected', `answered code ${found.error.code}`);
      if (!found?.safeSearchAnnotation) throw new AnalyserError('garbage', 'gave no SafeSearch annotation');
      const mapped = mapSafeSearch(found.safeSearchAnnotation);
      if (Object.keys(mapped.scores).length === 0)
        throw new AnalyserError('rejected', 'assessed nothing: every field is UNKNOWN');
      const description = describeLabels(found.labelAnnotations);
      const text = found.fullTextAnnotation?.text ?? '';
      return {
        ...mapped,
        ...(description === undefined ? {} : { description }),
        ...(text === '' ? {} : { text }),
        raw,
        costMicros,
      };
    },
    close: async () => undefined,
  };
};
