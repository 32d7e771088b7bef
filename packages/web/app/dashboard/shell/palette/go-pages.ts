/** What a letter opens after G. */
export const goPages: Readonly<Record<string, string>> = {
  d: '/dashboard',
  r: '/dashboard/media?status=undecided',
  u: '/dashboard/uploaders',
  q: '/dashboard/quality',
  l: '/dashboard/content-filters/limits',
  t: '/dashboard/tokens',
  w: '/dashboard/webhooks',
  s: '/dashboard/subscription',
};
