import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import type { Server } from './server.ts';

/** A page that is read or filled in without an account, and what it has when it is whole. */
export type PublicScreen = { path: string; heading: string; hasForm: boolean };

export const publicScreens: readonly PublicScreen[] = [
  { path: '/', heading: 'Every frame, checked before it’s seen.', hasForm: false },
  { path: '/features', heading: 'Everything between an upload and a decision.', hasForm: false },
  { path: '/pricing', heading: 'Pay for frames, nothing else', hasForm: false },
  { path: '/docs', heading: 'Documentation', hasForm: false },
  { path: '/docs/api', heading: 'API reference', hasForm: false },
  { path: '/docs/guides', heading: 'Guides', hasForm: false },
  { path: '/docs/guides/first-verdict', heading: 'A first verdict in a minute', hasForm: false },
  { path: '/about', heading: 'Decisions about pictures that people can check.', hasForm: false },
  { path: '/goodbye', heading: 'Your account is closed', hasForm: false },
  { path: '/no/such/page', heading: 'That frame isn’t on the roll', hasForm: false },
  { path: '/contact', heading: 'Write to us', hasForm: true },
  { path: '/login', heading: 'Sign in', hasForm: true },
  { path: '/register', heading: 'Create an account', hasForm: true },
  { path: '/forgot-password', heading: 'Forgot your password?', hasForm: true },
  { path: '/reset-password?token=t&email=ada@example.com', heading: 'Set a new password', hasForm: true },
  { path: '/invite?token=t', heading: 'Invalid invitation', hasForm: true },
  { path: '/confirm-email?token=t', heading: 'Confirm your address', hasForm: true },
];

/** A screen of a signed-in person, and what shows that its data is there. */
export type Screen = { path: string; shown: (page: Page) => Locator };

/** Signs the page's browser in to an account with two pictures and a token. @returns every screen, the dashboard first */
export async function accountInUse(page: Page, server: Server): Promise<Screen[]> {
  await joinTrial(page, server);
  const picture = (name: string, mimeType: string) => ({ name, mimeType, buffer: readFileSync(fixture(name)) });
  const flagged = await uploadOverHttp(page, picture('flagged/explicit-1.png', 'image/png'));
  await uploadOverHttp(page, picture('flagged/suggestive.png', 'image/png'));
  await page.request.post('/api/access-tokens', { data: { name: 'Shop' } });
  const heading = (name: string | RegExp) => (its: Page) => its.getByRole('heading', { name });
  return [
    { path: '/dashboard', shown: heading('Recent content') },
    { path: '/dashboard/upload', shown: (its) => its.getByRole('button', { name: 'Check image' }) },
    { path: '/dashboard/media', shown: (its) => its.getByRole('article').nth(1) },
    { path: `/dashboard/media/${flagged}`, shown: heading('Keyword check') },
    { path: '/dashboard/tokens', shown: (its) => its.getByRole('row', { name: /Shop/ }) },
    { path: '/dashboard/webhooks', shown: heading('No webhooks configured') },
    { path: '/dashboard/content-filters', shown: heading('Try a text') },
    { path: '/dashboard/subscription', shown: heading('Available plans') },
    { path: '/dashboard/account', shown: (its) => its.getByLabel('Name') },
    { path: '/dashboard/account/security', shown: heading('Two-step sign-in') },
    { path: '/dashboard/account/activity', shown: heading('Signed-in devices') },
    { path: '/dashboard/account/team', shown: heading('Only you so far') },
    { path: '/dashboard/account/data', shown: heading('Export your data') },
  ];
}
