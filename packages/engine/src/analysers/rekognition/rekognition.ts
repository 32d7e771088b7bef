import { z } from 'zod';
import type { AnalyserFault, CreateAnalyser } from '../analyser.ts';
import { readSettings } from '../read-settings.ts';
import { sendJson } from '../send-json.ts';
import { mapRekognition, REKOGNITION_MAPPING } from './rekognition-mapping.ts';
import { signV4 } from './sign-v4.ts';

const name = 'rekognition';

const Settings = z.object({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
  accessKeyId: z.string().min(1),
  secretAccessKey: z.string().min(1),
  /** Of temporary keys. */
  sessionToken: z.string().min(1).optional(),
  /** For regions whose addresses end in another way, and for servers that speak this protocol below a path. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** A picture, in millionths of a US dollar. */
  costMicros: z.coerce.number().int().min(0).default(1_000),
});

const Answer = z.object({
  ModerationLabels: z.array(
    z.object({ Name: z.string().min(1), ParentName: z.string().default(''), Confidence: z.number().min(0).max(100) }),
  ),
});

/** Amazon refuses shorter sides, in pixels. */
const leastSide = 80;

/** In percent. Amazon's own 50 would hide what a person should see: `self_harm` is reviewed from 30 on. */
const minConfidence = 25;

const Failure = z.object({ __type: z.string() });

/** Errors whose status says less than their name; all others are as their status says. */
const faults: Readonly<Record<string, AnalyserFault>> = {
  ProvisionedThroughputExceededException: 'throttled',
  ThrottlingException: 'throttled',
  Throttling: 'throttled',
  LimitExceededException: 'throttled',
  InternalServerError: 'provider',
  ServiceUnavailable: 'provider',
  AccessDeniedException: 'credentials',
  UnrecognizedClientException: 'credentials',
  InvalidClientTokenId: 'credentials',
  InvalidSignatureException: 'credentials',
  IncompleteSignature: 'credentials',
  MissingAuthenticationToken: 'credentials',
  ExpiredTokenException: 'credentials',
  RequestExpired: 'credentials',
  OptInRequired: 'credentials',
};

/** `com.amazonaws.rekognition#ThrottlingException`, or the name alone. */
function faultOf(_status: number, body: unknown): AnalyserFault | undefined {
  const type = Failure.safeParse(body).data?.__type ?? '';
  return faults[type.slice(type.lastIndexOf('#') + 1)];
}

/**
 * Amazon Rekognition's DetectModerationLabels, one picture a call. Settings: `region`, `accessKeyId`, `secretAccessKey`, `sessionToken`,
 * `url`, `costMicros`.
 */
export const createRekognition: CreateAnalyser = (given, { send, clock }) => {
  const settings = readSettings(name, Settings, given);
  const { region, url = `https://rekognition.${region}.amazonaws.com`, costMicros } = settings;
  return {
    name,
    version: `moderation-7+mapping-${REKOGNITION_MAPPING}`,
    place: 'remote',
    async analyse(input, signal) {
      const bytes = Buffer.from(await input.jpeg(leastSide)).toString('base64');
      const body = JSON.stringify({ Image: { Bytes: bytes }, MinConfidence: minConfidence });
      const headers = {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'RekognitionService.DetectModerationLabels',
      };
      const address = new URL(url.replace(/\/?$/, '/'));
      const scope = { region, service: name, keys: settings, nowMs: clock.nowMs() };
      const signed = signV4({ method: 'POST', url: address, headers, body }, scope);
      const { answer, raw } = await sendJson({
        send,
        clock,
        signal,
        body,
        faultOf,
        schema: Answer,
        url: address.href,
        headers: { ...headers, ...signed },
      });
      return { ...mapRekognition(answer.ModerationLabels), raw, costMicros };
    },
    close: async () => undefined,
  };
};
