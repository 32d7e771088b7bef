import type { MediaDelivery } from '@clearframe/contract';

/**
 * What each hook was told last of an item, the newest first. What went to hooks that are deleted cannot be told apart by hook, nor sent
 * again: the history has it.
 * @param deliveries oldest first
 */
export function newestPerHook(deliveries: readonly MediaDelivery[]): MediaDelivery[] {
  const last = new Map<string, MediaDelivery>();
  for (const one of deliveries) {
    if (one.webhook_id === null) continue;
    last.delete(one.webhook_id);
    last.set(one.webhook_id, one);
  }
  return [...last.values()].reverse();
}
