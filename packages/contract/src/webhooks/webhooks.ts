import { z } from 'zod';
import * as limits from '../limits.ts';
import { Decision } from '../media/decisions.ts';
import { MediaUpload } from '../media/media.ts';
import { AiAnalysis, AnalysisMetadata, KeywordCheck } from '../media/moderation.ts';
import * as messages from '../messages.ts';

/** Every event that webhooks are told of. Names are stored: none is ever given another meaning. */
export const webhookEvents = [
  'media.analysis.completed',
  'notice.received',
  'notice.due',
  'notice.decided',
  'statement.created',
  'appeal.received',
  'appeal.decided',
  'author.updated',
  'erasure.done',
  'second_review.waiting',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a hook hears where nobody chose. */
export const defaultWebhookEvents: readonly WebhookEvent[] = ['media.analysis.completed'];

/** Each once, in the order of {@link webhookEvents}. */
const WebhookEvents = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event')
  .max(limits.webhookEventsMax)
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)));

/** Where an account wants its verdicts sent. Both secrets are whole within ten minutes of a sign-in or a proof: the owner can copy them. */
export const Webhook = z.object({
  id: z.uuid(),
  webhookUrl: z.string(),
  /** `whk_…`, sent as X-Webhook-Token. Empty when it was sealed under another SECRET_KEY. */
  webhookToken: z.string(),
  /** `whsec_…` of Standard Webhooks: what the signature of each delivery is made with. */
  signingSecret: z.string(),
  /** Both are their first 20 characters: the rest needs a fresh proof of who asks. */
  withheld: z.boolean(),
  /** Until then deliveries bear the signature of the secret before, too; null = of this one alone. */
  oldSecretValidUntil: z.iso.datetime().nullable(),
  isActive: z.boolean(),
  /** Names of {@link webhookEvents}: it hears of these and of nothing else. */
  events: z.array(z.string()),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook beside what last became of it. A test is no delivery. */
export const ListedWebhook = Webhook.extend({
  /** The newest attempt among its newest deliveries; null = none was made yet. */
  last_delivery: z
    .object({
      delivery_id: z.uuid(),
      at: z.iso.datetime(),
      /** null = no answer came. */
      http_status: z.int().nullable(),
      /** Why it failed, for people; null = it did not. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** It is on, and that attempt failed since somebody last changed it. */
  is_failing: z.boolean(),
});
export type ListedWebhook = z.infer<typeof ListedWebhook>;

/**
 * An address as a person types it. That it is https is a rule of its own ({@link isHttps}): the server makes exceptions for
 * targets that its operator lists.
 */
const WebhookUrl = z
  .string()
  .trim()
  .min(1, 'Please enter a webhook URL')
  .max(limits.urlMaxLength, `A webhook URL has at most ${limits.urlMaxLength} characters`);

export const CreateWebhookInput = z.object({
  webhookUrl: WebhookUrl,
  /** Left out: the verdicts alone. */
  events: WebhookEvents.optional(),
});
export type CreateWebhookInput = z.infer<typeof CreateWebhookInput>;

export const UpdateWebhookInput = z
  .object({ webhookUrl: WebhookUrl.optional(), isActive: z.boolean().optional(), events: WebhookEvents.optional() })
  .refine(
    ({ webhookUrl, isActive, events }) => webhookUrl !== undefined || isActive !== undefined || events !== undefined,
    'Please send webhookUrl, isActive or events',
  );
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>;

/** What is wrong with the address of a hook, or null (HOOK-03). A blank one is not asked about. */
export function webhookUrlFault(url: string): string | null {
  const text = url.trim();
  if (!isHttps(text)) return messages.webhookNotHttps;
  if (!URL.canParse(text) || new URL(text).hostname === '') return messages.webhookUrlInvalid;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? null : messages.webhookUrlCredentials;
}

export const isHttps = (url: string): boolean => /^https:\/\//i.test(url.trim());

/**
 * The verdict of an event: where a decision of a person stands, `passed`
 * is theirs whatever the analysis says, and there may be no analysis.
 */
export const WebhookModeration = z.object({
  passed: z.boolean(),
  reason: z.string(),
  policy_version: z.string().nullable(),
  ai_analysis: AiAnalysis.nullable(),
  keyword_check: KeywordCheck.nullable(),
  /** Key of the label that it is flagged or failed under. */
  label: z.string().optional(),
});

export type WebhookModeration = z.infer<typeof WebhookModeration>;

export const WebhookEventData = z.object({
  media_upload: MediaUpload,
  moderation: WebhookModeration,
  analysis_metadata: AnalysisMetadata.nullable(),
  /** Only when a person failed the item, or their decision stands after another analysis. */
  decision: Decision.optional(),
  /** Only in what the Test button sends. */
  test: z.literal(true).optional(),
});
export type WebhookEventData = z.infer<typeof WebhookEventData>;

/** What is POSTed about a verdict (specification §3). */
export const WebhookEnvelope = z.object({
  event: z.literal('media.analysis.completed'),
  timestamp: z.iso.datetime(),
  data: WebhookEventData,
});
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;

/** What became of one test: `success` false is an answer too, with the reason in `message`. */
export const WebhookTest = z.object({ success: z.boolean(), message: z.string(), test_payload: WebhookEnvelope });
export type WebhookTest = z.infer<typeof WebhookTest>;
