import { z } from 'zod';
import * as limits from '../limits.ts';

/** What a chat is told of: items that wait for a decision, by why they wait; notices, new and as their time passes; appeals. */
export const chatEvents = ['flagged', 'review', 'analysis_failed', 'notice', 'appeal'] as const;
export type ChatEvent = (typeof chatEvents)[number];

export const chatKinds = ['slack', 'discord'] as const;
export type ChatKind = (typeof chatKinds)[number];

const Name = z.string().trim().min(1, 'Please enter a name').max(limits.chatHookNameMaxLength);
const Events = z
  .array(z.enum(chatEvents))
  .min(1, 'Please choose at least one event')
  .max(chatEvents.length)
  .refine((events) => new Set(events).size === events.length, 'An event is named twice');
const Url = z.string().trim().min(1, 'Please enter the address of the webhook').max(limits.urlMaxLength);
/** 0 = a message an item. */
const DigestMinutes = z.int().min(0).max(1_440);

/** A channel of Slack or Discord that hears how many items wait. Its address is a secret and is never given back. */
export const ChatHook = z.object({
  id: z.uuid(),
  kind: z.enum(chatKinds),
  name: z.string(),
  /** The host and the last four characters. */
  url_shown: z.string(),
  events: z.array(z.enum(chatEvents)),
  digest_minutes: DigestMinutes,
  /** Switched off by a person, or because the chat no longer knows the address. */
  is_active: z.boolean(),
  /** Why the last message did not arrive; null = it did, or there was none. */
  last_error: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type ChatHook = z.infer<typeof ChatHook>;

export const CreateChatHookInput = z.object({
  kind: z.enum(chatKinds),
  name: Name,
  url: Url,
  events: Events,
  digest_minutes: DigestMinutes.default(15),
  is_active: z.boolean().default(true),
});
export type CreateChatHookInput = z.infer<typeof CreateChatHookInput>;

export const UpdateChatHookInput = z
  .object({ name: Name, url: Url, events: Events, digest_minutes: DigestMinutes, is_active: z.boolean() })
  .partial()
  .refine((input) => Object.values(input).some((value) => value !== undefined), 'Please send what changes');
export type UpdateChatHookInput = z.infer<typeof UpdateChatHookInput>;

/** What became of one test message: `success` false is an answer too. */
export const ChatHookTest = z.object({ success: z.boolean(), message: z.string() });
export type ChatHookTest = z.infer<typeof ChatHookTest>;
