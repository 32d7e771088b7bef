import { isAbsolute } from 'node:path';
import { analyserSettings } from '@clearframe/contract';
import { z } from 'zod';

const text = z.string().trim();
const address = z
  .url({ protocol: /^https?$/ })
  .refine((value) => new URL(value).search === '' && new URL(value).username === '')
  .transform((value) => value.replace(/\/+$/, ''))
  .optional();
/** Travels in a header, which takes no others: a key with a line break would look like a provider that cannot be reached. */
const secret = text.regex(/^[!-~]{1,2000}$/).optional();
const word = text.regex(/^[\w.:/-]{1,200}$/).optional();
/** Millionths of a US dollar. */
const cost = text.regex(/^\d{1,7}$/).optional();

/** `0.2-0.9`, rising. */
function readBand(value: string): { from: number; to: number } | undefined {
  const [, from, to] = /^\s*(0(?:\.\d+)?|1)\s*-\s*(0(?:\.\d+)?|1)\s*$/.exec(value) ?? [];
  return from !== undefined && to !== undefined && Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : undefined;
}

// People paste keys into addresses, so a wrong one is not shown.
const anAddress = { schema: address, accepts: 'an http(s) address without a name, password or query', secret: true as const };
const aKey = {
  schema: secret,
  accepts: "the provider's key: Latin letters, digits and signs, without spaces",
  secret: true as const,
};
const aName = { schema: word, accepts: 'a name: letters, digits and . _ : / -' };
const aCost = { schema: cost, accepts: 'what a call costs in millionths of a US dollar, 0 to 9999999' };
const tryMs = {
  schema: text
    .regex(/^\d{4,6}$/)
    .refine((value) => Number(value) >= 1_000 && Number(value) <= 120_000)
    .optional(),
  accepts: 'how long one try may take in ms, 1000 to 120000',
};

/** Variables of the analysers beside the built-in one, with what each accepts. */
export const analyserVariables = {
  ANALYSERS: {
    schema: text
      .transform((value) => value.split(',').map((part) => part.trim()))
      .transform((names) => names.filter((name) => name !== ''))
      .default([]),
    accepts: 'names of analysers, comma-separated',
  },
  ANALYSERS_MODE: { schema: z.enum(['together', 'uncertain']).default('together'), accepts: 'together or uncertain' },
  ANALYSERS_UNCERTAIN: {
    schema: text
      .default('0.2-0.9')
      .refine((value) => readBand(value) !== undefined)
      .transform((value) => readBand(value) ?? { from: 0, to: 1 }),
    accepts: 'two likelihoods from 0 to 1, the lower one first: 0.2-0.9',
  },
  OPENAI_API_KEY: aKey,
  OPENAI_MODERATION_URL: anAddress,
  OPENAI_MODERATION_MODEL: aName,
  OPENAI_MODERATION_COST: aCost,
  VISION_LLM_URL: anAddress,
  VISION_LLM_MODEL: aName,
  VISION_LLM_KEY: aKey,
  VISION_LLM_TRY_MS: tryMs,
  VISION_LLM_COST: aCost,
  REKOGNITION_REGION: aName,
  REKOGNITION_ACCESS_KEY_ID: aKey,
  REKOGNITION_SECRET_ACCESS_KEY: aKey,
  REKOGNITION_SESSION_TOKEN: aKey,
  REKOGNITION_URL: anAddress,
  REKOGNITION_COST: aCost,
  GOOGLE_VISION_KEY: aKey,
  GOOGLE_VISION_URL: anAddress,
  GOOGLE_VISION_COST: aCost,
  AZURE_CONTENT_SAFETY_KEY: aKey,
  AZURE_CONTENT_SAFETY_URL: anAddress,
  AZURE_CONTENT_SAFETY_COST: aCost,
  SIGHTENGINE_API_USER: aName,
  SIGHTENGINE_API_SECRET: aKey,
  SIGHTENGINE_MODELS: { schema: text.regex(/^[\w.,-]{1,300}$/).optional(), accepts: 'models of Sightengine, comma-separated' },
  SIGHTENGINE_URL: anAddress,
  SIGHTENGINE_COST: aCost,
  OIP_URL: anAddress,
  OIP_MODEL: aName,
  OIP_MAPPING: { schema: text.refine(isAbsolute).optional(), accepts: 'the absolute path of a mapping file' },
  OIP_MODEL_VERSION: aName,
  OIP_TOKEN: aKey,
  OIP_BATCH: {
    schema: text
      .regex(/^[1-9]\d?$/)
      .refine((value) => Number(value) <= 64)
      .optional(),
    accepts: 'pictures of one request, 1 to 64',
  },
  OIP_BINARY: { schema: z.enum(['0', '1']).optional(), accepts: '1 = tensors as bytes, 0 = as JSON' },
  OIP_TRY_MS: tryMs,
  OIP_VIDEO: { schema: z.enum(['every_second', 'one_picture']).optional(), accepts: 'every_second or one_picture' },
  OIP_COST: aCost,
  TRANSFORMERS_FOLDERS: {
    schema: text.refine((value) => value.split(',').every((folder) => isAbsolute(folder.trim()))).optional(),
    accepts: 'absolute paths of folders, comma-separated',
  },
} as const satisfies Record<string, { schema: z.ZodType; accepts: string; secret?: true }>;

type Name = keyof typeof analyserVariables;
export type RawAnalysers = { [K in Name]: z.output<(typeof analyserVariables)[K]['schema']> };
/** Variables that hold one text. */
type TextName = Exclude<Name, 'ANALYSERS' | 'ANALYSERS_MODE' | 'ANALYSERS_UNCERTAIN'>;

/** The table, in which only variables that are read here may stand. */
const adapters: Record<string, { needed: readonly string[]; settings: Record<string, TextName> }> = analyserSettings;

export type AnalyserConfig = {
  /** Beside the built-in analyser, in this order; empty = nobody else is asked, and no picture leaves this machine. */
  analysers: { name: string; settings: Record<string, string | undefined> }[];
  analysersMode: 'together' | { uncertain: { from: number; to: number } };
  /** `host:port` of every address that is set for them: these may be private. */
  analyserTargets: string[];
};

type Where = { localMode: boolean; allowPrivateTargets: readonly string[] };

function targetOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** What is wrong with the chosen analysers, one line for each thing. */
export function analyserFaults(raw: RawAnalysers, { localMode, allowPrivateTargets }: Where): string[] {
  const faults: string[] = [];
  for (const [place, name] of raw.ANALYSERS.entries()) {
    const adapter = adapters[name];
    if (!adapter) faults.push(`ANALYSERS: ${JSON.stringify(name)} is not accepted: ${Object.keys(adapters).join(', ')}`);
    else if (raw.ANALYSERS.indexOf(name) !== place) faults.push(`ANALYSERS: ${JSON.stringify(name)} is not accepted twice`);
    if (!adapter) continue;
    for (const [setting, variable] of Object.entries(adapter.settings)) {
      const value = raw[variable];
      if (value === undefined && adapter.needed.includes(setting))
        faults.push(`${variable}: missing: ANALYSERS with ${name} needs ${analyserVariables[variable].accepts}`);
      const isOpen = value?.startsWith('http:') && !localMode && !allowPrivateTargets.includes(targetOf(value));
      if (setting === 'url' && isOpen)
        faults.push(
          `${variable}: ${JSON.stringify(value)} is not accepted: an https address, ` +
            `or http to a host:port of ALLOW_PRIVATE_TARGETS (any http in local mode)`,
        );
    }
  }
  return faults;
}

/** The settings of the chosen analysers. */
export function analyserConfig(raw: RawAnalysers, { localMode, allowPrivateTargets }: Where): AnalyserConfig {
  const analysers = raw.ANALYSERS.map((name) => ({
    name,
    settings: Object.fromEntries(
      Object.entries(adapters[name]?.settings ?? {}).map(([setting, variable]) => [setting, raw[variable]]),
    ),
  }));
  const set = analysers.flatMap(({ settings }) => (settings.url === undefined ? [] : [targetOf(settings.url)]));
  return {
    analysers,
    analysersMode: raw.ANALYSERS_MODE === 'together' ? 'together' : { uncertain: raw.ANALYSERS_UNCERTAIN },
    analyserTargets: [...allowPrivateTargets, ...(localMode ? set : [])],
  };
}
