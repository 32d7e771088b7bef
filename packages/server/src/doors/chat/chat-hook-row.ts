import { AppError, type ChatHook, type ChatKind } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import type { chatHook } from '../../db/schema.ts';
import { writtenTarget } from '../../security/fetcher.ts';

export type ChatHookRow = typeof chatHook.$inferSelect;

const hosts: Record<ChatKind, readonly string[]> = {
  slack: ['hooks.slack.com'],
  discord: ['discord.com', 'discordapp.com'],
};

/**
 * Only the chat's own hosts, by https, or a target that the operator lists: an address of a chat is no way to reach others.
 * @throws AppError chat_url_invalid
 */
export function requireChatUrl({ config }: Pick<Context, 'config'>, kind: ChatKind, url: string): void {
  const target = writtenTarget(url);
  if (target !== null && config.allowPrivateTargets.some((listed) => listed.toLowerCase() === target)) return;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isOwn = parsed?.protocol === 'https:' && hosts[kind].includes(parsed.hostname) && parsed.port === '';
  if (!isOwn || parsed.username !== '' || parsed.password !== '')
    throw new AppError('chat_url_invalid', { detail: 'not an address of the chat' });
}

/** What a list shows of an address: whoever knows the rest may write into the channel. */
export const shownUrl = (url: string): string => `${new URL(url).host}/…${url.slice(-4)}`;

/** null = it was sealed under another SECRET_KEY. */
export function openUrl({ secrets }: Pick<Context, 'secrets'>, { urlSealed }: ChatHookRow): string | null {
  try {
    return secrets.open('chat-hook', urlSealed);
  } catch {
    return null;
  }
}

export const chatHookView = (row: ChatHookRow): ChatHook => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  url_shown: row.urlShown,
  events: row.events,
  digest_minutes: row.digestMinutes,
  is_active: row.isActive,
  last_error: row.lastError,
  created_at: row.createdAt.toISOString(),
});
