import type { MediaDelivery } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { newestPerHook } from './newest-per-hook.ts';

const told = (id: string, webhook_id: string | null): MediaDelivery => ({
  id,
  webhook_id,
  webhook_host: webhook_id && 'shop.example',
  status: 'sent',
  next_attempt_at: null,
  not_resendable: null,
  attempts: [],
});

it('HOOK-04 keeps of each hook what it was told last, the newest first, and nothing of deleted ones', () => {
  const all = [told('1', 'a'), told('2', 'b'), told('3', null), told('4', 'a')];
  expect(newestPerHook(all).map(({ id }) => id)).toEqual(['4', '2']);
  expect(newestPerHook([])).toEqual([]);
});
