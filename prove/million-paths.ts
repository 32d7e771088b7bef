import { limits } from '@clearframe/contract';

/** Who asks: the session of the dashboard, or a program's token. */
export type Asked = { name: string; path: string; by: 'session' | 'token'; body?: object };

type Known = {
  items: number;
  /** One in the middle of the list. */
  mediaId: string;
  webhookId: string;
  deliveryId: string;
};

/** Every list, count and figure that grows with items: first page, page 400, last page, each filter, searches. */
export function pathsOf({ items, mediaId, webhookId, deliveryId }: Known): Asked[] {
  const day = new Date().toISOString().slice(0, 10);
  const last = Math.min(limits.pageMax, Math.ceil(items / limits.mediaPageMax));
  const lists = [
    ...['', 'sort=oldest', 'status=flagged', 'status=safe', 'status=not_checked', 'status=review', 'status=sample'],
    ...[
      'type=video',
      'type=image',
      'source=api',
      'source=dashboard',
      `from=${day}`,
      'to=2026-06-30',
      'author=author-0',
      'author=author-7',
      'search=keel',
      'search=boat',
    ],
    ...['search=zeppelin', 'search=ke', 'status=flagged&source=api', 'status=flagged&search=boat', 'type=video&search=boat'],
  ];
  const session = (name: string, path: string): Asked => ({ name, path, by: 'session' });
  return [
    ...lists.map((filter) => session(`list ${filter || 'first page'}`, `/media?${filter}`)),
    session('list page 400', '/media?page=400'),
    session('list page 400, flagged', '/media?page=400&status=flagged'),
    session(`list last page (${last} of 100)`, `/media?page=${last}&limit=100`),
    session('list last page, oldest first', `/media?page=${last}&limit=100&sort=oldest`),
    ...lists.map((filter) => session(`counts ${filter}`, `/media/counts?${filter.replace(/(^|&)(status|sort)=[a-z_]+/, '')}`)),
    session('item', `/media/${mediaId}`),
    session('neighbours', `/media/${mediaId}/neighbours?sort=newest`),
    session('neighbours, flagged', `/media/${mediaId}/neighbours?sort=oldest&status=flagged`),
    session('roll', `/media/${mediaId}/roll?sort=newest`),
    session('authors', '/authors'),
    session('authors, most failed', '/authors?sort=most_failed'),
    session('author of 1 of 10 items', '/authors/author-0'),
    session('author of 1 of 5,000 items', '/authors/author-7'),
    { name: 'strikes of two authors', path: '/author-strikes', by: 'session', body: { ids: ['author-0', 'author-7'] } },
    session('deliveries of an item', `/media/${mediaId}/deliveries`),
    session('dashboard', '/dashboard/summary'),
    session('quality, 30 days', '/quality?period=30'),
    session('quality, everything', '/quality?period=all'),
    session('usage', '/subscriptions/usage'),
    session('usage by day', '/subscriptions/usage/history'),
    session('deletion, before it', '/users/me/deletion'),
    session('tokens', '/access-tokens'),
    session('webhooks', '/webhooks'),
    session('deliveries', `/webhooks/${webhookId}/deliveries`),
    session('deliveries, page 400', `/webhooks/${webhookId}/deliveries?page=400`),
    session('deliveries, page 10,000', `/webhooks/${webhookId}/deliveries?page=${limits.pageMax}`),
    ...['failed', 'pending', 'sent'].map((status) =>
      session(`deliveries, ${status}`, `/webhooks/${webhookId}/deliveries?status=${status}`),
    ),
    session('deliveries of a day', `/webhooks/${webhookId}/deliveries?day=${day}`),
    session('delivery', `/webhook-deliveries/${deliveryId}`),
    session('team', '/team'),
    session('known pictures', '/known-pictures/summary'),
    session('security events', '/users/me/security-events'),
    { name: 'API list', path: '/v1/media', by: 'token' },
    { name: 'API list, page 400', path: '/v1/media?page=400', by: 'token' },
    { name: `API list, last page (${last} of 100)`, path: `/v1/media?page=${last}&limit=100`, by: 'token' },
    { name: 'API list, page 10,000 of what programs sent', path: `/v1/media?page=${limits.pageMax}&source=api`, by: 'token' },
    { name: 'API usage', path: '/v1/usage', by: 'token' },
    {
      name: 'hits of a keyword',
      path: '/keyword-settings/hits',
      by: 'session',
      body: { required_keywords: [], forbidden_keywords: ['keel'] },
    },
    {
      name: 'what a policy would change',
      path: '/policy/what-if',
      by: 'session',
      body: { items: 1_000, keywords: { required_keywords: [], forbidden_keywords: ['keel'] } },
    },
  ];
}
