import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import type { UsedServer } from './server.ts';

/** A page that is read or filled in without an account, and what it has when it is whole. */
export type PublicScreen = { path: string; heading: string; hasForm: boolean };

export const publicScreens: readonly PublicScreen[] = [
  { path: '/', heading: 'Every frame, checked before it’s seen.', hasForm: false },
  { path: '/features', heading: 'Everything between an upload and a decision.', hasForm: false },
  { path: '/pricing', heading: 'Pay for frames, nothing else', hasForm: false },
  { path: '/docs', heading: 'Documentation', hasForm: false },
  { path: '/docs/api', heading: 'API reference', hasForm: false },
  { path: '/docs/accuracy', heading: 'Accuracy', hasForm: false },
  { path: '/docs/guides', heading: 'Guides', hasForm: false },
  { path: '/docs/guides/first-verdict', heading: 'A first verdict in a minute', hasForm: false },
  { path: '/about', heading: 'Decisions about pictures that people can check.', hasForm: false },
  { path: '/privacy', heading: 'Privacy', hasForm: false },
  { path: '/terms', heading: 'Terms', hasForm: false },
  { path: '/goodbye', heading: 'Your account is closed', hasForm: false },
  { path: '/no/such/page', heading: 'That frame isn’t on the roll', hasForm: false },
  { path: '/contact', heading: 'Contact us', hasForm: true },
  { path: '/login', heading: 'Sign in', hasForm: true },
  { path: '/register', heading: 'Create an account', hasForm: true },
  { path: '/forgot-password', heading: 'Forgot your password?', hasForm: true },
  { path: '/reset-password?token=t&email=ada@example.com', heading: 'Set a new password', hasForm: true },
  { path: '/invite?token=t', heading: 'Invalid invitation', hasForm: true },
  { path: '/confirm-email?token=t', heading: 'Confirm your address', hasForm: true },
];

/**
 * A screen of a signed-in person, what shows that its data is there, and every call of the API that it makes, however much is in the
 * account: of the dashboard all, of the others what they ask for when somebody comes from there.
 */
export type Screen = {
  path: string;
  shown: (page: Page) => Locator;
  calls: readonly string[];
  /** What it asks the server to do ends while it is looked at, and what that changed is read once more. */
  readsAgain?: boolean;
};

/** Signs the page's browser in to an account with two pictures and a token. @returns every screen, the dashboard first */
export async function accountInUse(page: Page, server: UsedServer): Promise<Screen[]> {
  await joinTrial(page, server);
  const picture = (name: string, mimeType: string) => ({ name, mimeType, buffer: readFileSync(fixture(name)) });
  const flagged = await uploadOverHttp(page, picture('flagged/explicit-1.png', 'image/png'));
  await uploadOverHttp(page, picture('flagged/suggestive.png', 'image/png'));
  await page.request.post('/api/access-tokens', { data: { name: 'Shop' } });
  const heading = (name: string | RegExp) => (its: Page) => its.getByRole('heading', { name });
  return [
    {
      path: '/dashboard',
      shown: heading('Recent content'),
      calls: [
        'GET /api/users/me',
        'GET /api/users/me/accounts',
        'GET /api/subscriptions/usage',
        'GET /api/media',
        'GET /api/media/counts',
        'GET /api/notices/count',
        'GET /api/dashboard/summary',
        'GET /api/events',
        'GET /api/access-tokens',
      ],
    },
    { path: '/dashboard/upload', shown: (its) => its.getByRole('button', { name: 'Check image' }), calls: [] },
    {
      path: '/dashboard/media',
      shown: (its) => its.getByRole('article').nth(1),
      // Its counts were read for the menu.
      calls: [
        'GET /api/media',
        'GET /api/bulk-runs',
        'GET /api/queue/claims',
        'GET /api/users/me/exports',
        'GET /api/exposure',
        'GET /api/exposure/settings',
        'GET /api/views',
      ],
    },
    {
      path: `/dashboard/media/${flagged}`,
      shown: heading('Keyword check'),
      readsAgain: true,
      calls: [
        'GET /api/media/:id',
        'GET /api/media/:id/neighbours',
        'GET /api/media/:id/roll',
        'GET /api/labels',
        'GET /api/statements',
        'POST /api/media/:id/read-writing',
        'POST /api/queue/claims',
        'GET /api/exposure',
        'GET /api/exposure/settings',
      ],
    },
    { path: '/dashboard/notices', shown: heading('No open notices'), calls: ['GET /api/notices'] },
    {
      path: '/dashboard/uploaders',
      shown: heading('No uploaders yet'),
      calls: ['GET /api/authors', 'GET /api/author-settings'],
    },
    { path: '/dashboard/appeals', shown: heading('No open appeals'), calls: ['GET /api/appeals', 'GET /api/notices'] },
    {
      path: '/dashboard/quality',
      shown: heading('No decisions yet'),
      calls: ['GET /api/quality', 'GET /api/quality/settings', 'GET /api/users/me/exports'],
    },
    {
      path: '/dashboard/transparency',
      shown: heading('Waiting to be sent'),
      calls: [
        'GET /api/transparency/figures',
        'GET /api/transparency/settings',
        'GET /api/transparency/preview',
        'GET /api/transparency/runs',
        'GET /api/users/me/exports',
      ],
    },
    { path: '/dashboard/tokens', shown: (its) => its.getByRole('row', { name: /Shop/ }), calls: [] },
    { path: '/dashboard/webhooks', shown: heading('No webhooks configured'), calls: ['GET /api/webhooks'] },
    { path: '/dashboard/integrations', shown: heading('No checkers yet'), calls: ['GET /api/checkers'] },
    { path: '/dashboard/integrations/buckets', shown: heading('No buckets yet'), calls: ['GET /api/s3-sources'] },
    { path: '/dashboard/integrations/chats', shown: heading('No chats yet'), calls: ['GET /api/chat-hooks'] },
    {
      path: '/dashboard/integrations/settings',
      shown: (its) => its.getByRole('button', { name: 'Save settings' }),
      calls: ['GET /api/doors/settings'],
    },
    {
      path: '/dashboard/content-filters',
      shown: heading('Try a text'),
      calls: [
        'GET /api/keyword-settings',
        'GET /api/policy',
        'GET /api/policy/writing',
        'GET /api/keyword-settings/presets',
        'POST /api/keyword-settings/hits',
      ],
    },
    {
      path: '/dashboard/content-filters/known',
      shown: heading('The block list is empty'),
      calls: ['GET /api/known-pictures/summary', 'GET /api/known-pictures', 'GET /api/users/me/exports'],
    },
    {
      path: '/dashboard/content-filters/limits',
      shown: (its) => its.getByRole('listitem').filter({ hasText: 'Drawn or generated' }),
      calls: ['GET /api/policy', 'GET /api/policy/scores', 'GET /api/policy/versions'],
    },
    {
      path: '/dashboard/content-filters/reasons',
      shown: (its) => its.getByRole('row', { name: /Self-harm/ }),
      calls: ['GET /api/labels'],
    },
    {
      path: '/dashboard/content-filters/breaks',
      shown: heading('No figures yet'),
      calls: ['GET /api/exposure/settings', 'GET /api/exposure/team'],
    },
    {
      path: '/dashboard/subscription',
      shown: heading('Available plans'),
      calls: ['GET /api/subscriptions/plans', 'GET /api/subscriptions/invoices'],
    },
    {
      path: '/dashboard/subscription/usage',
      shown: heading('By source'),
      calls: ['GET /api/subscriptions/usage/history', 'GET /api/users/me/exports'],
    },
    { path: '/dashboard/account', shown: (its) => its.getByLabel('Name'), calls: ['GET /api/users/me/email'] },
    {
      path: '/dashboard/account/security',
      shown: heading('Two-step sign-in'),
      calls: ['GET /api/users/me/two-step', 'GET /api/users/me/passkeys'],
    },
    {
      path: '/dashboard/account/activity',
      shown: heading('Signed-in devices'),
      calls: ['GET /api/users/me/sessions', 'GET /api/users/me/security-events'],
    },
    {
      path: '/dashboard/account/audit',
      shown: heading('Verification'),
      calls: ['GET /api/audit', 'GET /api/audit/head', 'GET /api/users/me/exports'],
    },
    { path: '/dashboard/account/team', shown: heading('Only you so far'), calls: ['GET /api/team'] },
    {
      path: '/dashboard/account/data',
      shown: heading('Export your data'),
      calls: ['GET /api/users/me/exports', 'GET /api/users/me/deletion', 'GET /api/retention'],
    },
  ];
}
