import type { Category, CategoryScores, Coverage } from '@clearframe/contract';
import { z } from 'zod';
import type { CreateAnalyser } from '../analyser.ts';
import { type Analyser, AnalyserError, type AnalyserInput } from '../analyser.ts';
import { keepHighest } from '../keep-highest.ts';
import { openaiFault } from '../openai-fault.ts';
import { readSettings } from '../read-settings.ts';
import { sendJson } from '../send-json.ts';
import { answerLimits, answerSchema, askedCategories, instructions, question, questionVersion } from './question.ts';

const Settings = z.object({
  /** With its path: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  /** Servers on one's own machine take none. */
  key: z.string().optional(),
  /** How long one try may take. A server that has to load the model first takes minutes. */
  tryMs: z.coerce.number().int().min(1_000).default(30_000),
  /** Per call, in millionths of a US dollar: it depends on the model and on who runs it. */
  costMicros: z.coerce.number().int().min(0).optional(),
});

const Answer = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

const Seen = z.object({
  description: z.string().trim().min(1),
  categories: z.object(Object.fromEntries(askedCategories.map((name) => [name, z.number().min(0).max(1)]))),
  visible_text: z.string(),
});

/** Hosts from which nothing leaves this machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Tokens of an answer at most: what the limits of {@link answerLimits} need, with room for scripts that take more of them. */
const maxTokens = 3_000;

/** @throws AnalyserError for whatever is not the whole object that was asked for */
function readSeen([choice]: z.infer<typeof Answer>['choices']): z.infer<typeof Seen> {
  const { finish_reason: end, message } = choice ?? { finish_reason: 'none', message: {} };
  if (message.refusal) throw new AnalyserError('rejected', 'refused to describe the picture');
  if (end === 'content_filter') throw new AnalyserError('rejected', 'stopped at its content filter');
  if (end !== 'stop') throw new AnalyserError('garbage', 'did not end its answer');
  const seen = Seen.safeParse(parseJson(message.content ?? ''));
  if (!seen.success) throw new AnalyserError('garbage', 'answered something other than was asked for');
  return seen.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Any model behind an OpenAI-compatible `/chat/completions`: OpenAI, Ollama, vLLM. Settings: `url`, `model`, `key`, `tryMs`,
 * `costMicros`. It describes; it is never asked for a verdict, and keywords are looked for by code in what it wrote.
 */
export const createVisionLlm: CreateAnalyser = (given, { send, clock }): Analyser => {
  const { url, model, key, tryMs, costMicros = null } = readSettings('vision-llm', Settings, given);
  const coverage: Partial<Record<Category, Coverage>> = Object.fromEntries(askedCategories.map((name) => [name, 'assessed']));
  const messages = async ({ jpeg, text }: AnalyserInput) => [
    { role: 'system', content: instructions },
    {
      role: 'user',
      content: [
        { type: 'text', text: question(text) },
        { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${Buffer.from(await jpeg()).toString('base64')}` } },
      ],
    },
  ];
  return {
    name: 'vision-llm',
    version: `${model}+question-${questionVersion}`,
    place: thisMachine.includes(new URL(url).hostname) ? 'local' : 'remote',
    judgesText: true,
    tryMs,
    async analyse(input, signal) {
      const { answer, raw } = await sendJson({
        send,
        clock,
        signal,
        schema: Answer,
        faultOf: openaiFault,
        url: `${url.replace(/\/+$/, '')}/chat/completions`,
        headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
        body: JSON.stringify({
          model,
          messages: await messages(input),
          temperature: 0,
          max_tokens: maxTokens,
          stream: false,
          response_format: { type: 'json_schema', json_schema: { name: 'picture', strict: true, schema: answerSchema } },
        }),
      });
      const seen = readSeen(answer.choices);
      const scores: CategoryScores = {};
      for (const name of askedCategories) keepHighest(scores, { [name]: 1 }, seen.categories[name] ?? 1);
      return {
        scores,
        coverage,
        description: seen.description.slice(0, answerLimits.description),
        text: seen.visible_text.slice(0, answerLimits.visibleText),
        raw,
        unmapped: [],
        costMicros,
      };
    },
    close: async () => undefined,
  };
};
