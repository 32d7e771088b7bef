import { queueAddress } from '../page/queue-address.ts';

/** What a letter opens after G. */
export const goPages: Readonly<Record<string, string>> = {
  d: '/dashboard',
  r: queueAddress,
  n: '/dashboard/notices',
  u: '/dashboard/uploaders',
  q: '/dashboard/quality',
  l: '/dashboard/content-filters/limits',
  t: '/dashboard/tokens',
  w: '/dashboard/webhooks',
  s: '/dashboard/subscription',
};
