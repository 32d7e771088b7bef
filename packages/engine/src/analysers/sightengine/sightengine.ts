import { z } from 'zod';
import type { CreateAnalyser } from '../analyser.ts';
import { AnalyserError, type AnalyserFault } from '../analyser.ts';
import { readSettings } from '../read-settings.ts';
import { sendJson } from '../send-json.ts';
import { mapSightengine } from './map-sightengine.ts';
import { SIGHTENGINE_MAPPING, sightengineModels } from './sightengine-mapping.ts';

const name = 'sightengine';

/** All but the one that tells generated pictures. */
const usualModels = Object.keys(sightengineModels).filter((model) => model !== 'genai');

const Settings = z.object({
  apiUser: z.string().min(1),
  apiSecret: z.string().min(1),
  /** Separated by commas. Each is one operation a picture. */
  models: z
    .string()
    .default(usualModels.join(','))
    .transform((list) => [...new Set(list.split(',').map((model) => model.trim()))])
    .refine((models) => models.every((model) => Object.hasOwn(sightengineModels, model))),
  /** Without a path. */
  url: z.url({ protocol: /^https?$/ }).default('https://api.sightengine.com'),
  /** An operation, in millionths of a US dollar; it depends on the plan, so none is assumed. */
  costMicros: z.coerce.number().int().min(0).optional(),
});

const Failure = z.object({ status: z.literal('failure'), error: z.object({ type: z.string() }) });
const Answer = z.discriminatedUnion('status', [
  z.looseObject({ status: z.literal('success'), request: z.object({ operations: z.number().int().min(0) }) }),
  Failure,
]);

/** Documented types of failure; a type that is not here may pass by itself as little as a wrong argument. */
const faults: Readonly<Record<string, AnalyserFault>> = {
  api_error: 'provider',
  unknown_error: 'provider',
  credentials_error: 'credentials',
  plan_error: 'quota',
  usage_limit: 'quota',
  media_error: 'rejected',
  argument_error: 'rejected',
  request_error: 'rejected',
};

function faultOf(status: number, body: unknown): AnalyserFault | undefined {
  // Asked too often is no used-up plan, though the type is the same.
  if (status === 429) return undefined;
  const type = Failure.safeParse(body).data?.error.type;
  return type === undefined ? undefined : faults[type];
}

/**
 * Sightengine's models on one picture a call. Settings: `apiUser`, `apiSecret`, `models`, `url`, `costMicros` (an operation).
 */
export const createSightengine: CreateAnalyser = (given, { send, clock }) => {
  const { apiUser, apiSecret, models, url, costMicros } = readSettings(name, Settings, given);
  return {
    name,
    version: `1.0+${models.join('+')}+mapping-${SIGHTENGINE_MAPPING}`,
    place: 'remote',
    async analyse({ jpeg }, signal) {
      const form = new FormData();
      form.set('media', new Blob([new Uint8Array(await jpeg())], { type: 'image/jpeg' }), 'picture.jpg');
      form.set('models', models.join(','));
      // In the body and not in the address, which logs keep.
      form.set('api_user', apiUser);
      form.set('api_secret', apiSecret);
      const { answer, raw } = await sendJson({
        send,
        clock,
        signal,
        faultOf,
        schema: Answer,
        url: new URL('/1.0/check.json', url).href,
        headers: {},
        body: form,
      });
      // Failures come with status 200 too.
      if (answer.status === 'failure')
        throw new AnalyserError(faults[answer.error.type] ?? 'rejected', 'answered with a failure');
      const cost = costMicros === undefined ? null : costMicros * answer.request.operations;
      return { ...mapSightengine(answer, models), raw, costMicros: cost };
    },
    close: async () => undefined,
  };
};
