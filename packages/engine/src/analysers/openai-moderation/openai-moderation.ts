import type { Category, CategoryScores, Coverage } from '@clearframe/contract';
import { z } from 'zod';
import { type Analyser, AnalyserError, type AnalyserInput, type CreateAnalyser, type Opinion } from '../analyser.ts';
import { keepHighest } from '../keep-highest.ts';
import { openaiFault } from '../openai-fault.ts';
import { readSettings } from '../read-settings.ts';
import { sendJson } from '../send-json.ts';

/** Version of the table below; it is part of the analyser's version. */
const mappingVersion = 1;

/** Every label of omni-moderation, with the category of ours that it stands for. Its score is taken as it is. */
export const categoryOf: Readonly<Record<string, Category>> = {
  sexual: 'sexual_explicit',
  'sexual/minors': 'minor_safety',
  violence: 'violence',
  'violence/graphic': 'gore',
  'self-harm': 'self_harm',
  'self-harm/intent': 'self_harm',
  'self-harm/instructions': 'self_harm',
  hate: 'hate',
  'hate/threatening': 'hate',
  harassment: 'harassment',
  'harassment/threatening': 'harassment',
  illicit: 'illicit',
  'illicit/violent': 'illicit',
};

/** What another category's score includes: OpenAI has one label for all that is sexual. */
const withinOthers = { nudity: 'within:sexual_explicit' } as const;

const Settings = z.object({
  key: z.string().min(1),
  /** Without a path. */
  url: z.url({ protocol: /^https?$/ }).default('https://api.openai.com'),
  model: z.string().default('omni-moderation-latest'),
  /** Per call, in millionths of a US dollar. Free of charge by https://platform.openai.com/docs/guides/moderation. */
  costMicros: z.coerce.number().int().min(0).default(0),
});

const Answer = z.object({
  results: z
    .array(
      z.object({
        category_scores: z.record(z.string(), z.number().min(0).max(1)),
        category_applied_input_types: z.record(z.string(), z.array(z.string())),
      }),
    )
    .length(1),
});
type Result = z.infer<typeof Answer>['results'][number];

/** What the picture or the text was looked at for; a label that was not applied to anything carries a 0 that means nothing. */
function judged({
  category_scores: scores,
  category_applied_input_types: applied,
}: Result): Pick<Opinion, 'scores' | 'coverage'> {
  const scoreOf = (label: string) => {
    if (!applied[label]?.length) return undefined;
    const score = scores[label];
    if (score === undefined) throw new AnalyserError('garbage', `gave no score for ${label}, which it applied`);
    return score;
  };
  const taken: CategoryScores = {};
  const coverage: Partial<Record<Category, Coverage>> = {};
  for (const [label, category] of Object.entries(categoryOf)) {
    const score = scoreOf(label);
    if (score === undefined) continue;
    keepHighest(taken, { [category]: 1 }, score);
    if (applied[label]?.includes('image')) coverage[category] = 'assessed';
    else coverage[category] ??= 'text_only';
  }
  if (!Object.values(coverage).includes('assessed')) throw new AnalyserError('garbage', 'did not look at the picture');
  return { scores: taken, coverage: coverage.sexual_explicit === 'assessed' ? { ...coverage, ...withinOthers } : coverage };
}

const dataUrl = (jpeg: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;

/** OpenAI's moderation endpoint: one picture and its text a call. Settings: `key`, `url`, `model`, `costMicros`. */
export const createOpenaiModeration: CreateAnalyser = (given, { send, clock }): Analyser => {
  const { key, url, model, costMicros } = readSettings('openai-moderation', Settings, given);
  const content = async ({ jpeg, text }: AnalyserInput) => [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    { type: 'image_url', image_url: { url: dataUrl(await jpeg()) } },
  ];
  return {
    name: 'openai-moderation',
    version: `${model}+mapping-${mappingVersion}`,
    place: 'remote',
    judgesText: true,
    async analyse(input, signal) {
      const { answer, raw } = await sendJson({
        send,
        clock,
        signal,
        schema: Answer,
        faultOf: openaiFault,
        url: `${url}/v1/moderations`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: await content(input) }),
      });
      const [result] = answer.results;
      if (!result) throw new AnalyserError('garbage', 'gave no result');
      const unmapped = Object.keys(result.category_scores).filter((label) => !(label in categoryOf));
      return { ...judged(result), raw, unmapped, costMicros };
    },
    close: async () => undefined,
  };
};
