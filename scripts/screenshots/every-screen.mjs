/** @typedef {import('@playwright/test').Page} Page */
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { publicScreens, signedInScreens } from './screens.mjs';

/**
 * A screen as `capture.mjs` takes it: `person` signed in, none for a visitor; `prepare` brings the page into the state that is shown;
 * `hold` calls that never answer, `answers` given instead of the server's, by the beginning of their path; `only` at that width.
 */

/** Everything of the server but who is signed in, so that the frame of the dashboard stands. */
const rest = /^\/api\/(?!users\/me$|users\/me\/accounts$|auth\/|subscriptions\/usage$)/;
const fault = { status: 500, message: 'An error occurred', data: null };
const fixture = (name) => join(root, 'packages/engine/fixtures', name);

const dashboardPaths = {
  dashboard: '/dashboard',
  upload: '/dashboard/upload',
  media: '/dashboard/media',
  notices: '/dashboard/notices',
  uploaders: '/dashboard/uploaders',
  appeals: '/dashboard/appeals',
  quality: '/dashboard/quality',
  transparency: '/dashboard/transparency',
  tokens: '/dashboard/tokens',
  webhooks: '/dashboard/webhooks',
  integrations: '/dashboard/integrations',
  buckets: '/dashboard/integrations/buckets',
  chats: '/dashboard/integrations/chats',
  'integration-settings': '/dashboard/integrations/settings',
  keywords: '/dashboard/content-filters',
  known: '/dashboard/content-filters/known',
  limits: '/dashboard/content-filters/limits',
  reasons: '/dashboard/content-filters/reasons',
  breaks: '/dashboard/content-filters/breaks',
  subscription: '/dashboard/subscription',
  usage: '/dashboard/subscription/usage',
  profile: '/dashboard/account',
  security: '/dashboard/account/security',
  team: '/dashboard/account/team',
  data: '/dashboard/account/data',
  activity: '/dashboard/account/activity',
  audit: '/dashboard/account/audit',
};

const pages = (prefix, names, state) =>
  Object.fromEntries(names.map((name) => [`${prefix}-${name}`, { path: dashboardPaths[name], person: 'owner', ...state }]));

/** Pages of the dashboard once more: for somebody new, for a moderator, while they load, and when loading failed. */
const states = {
  ...pages('new', Object.keys(dashboardPaths), { person: 'newcomer' }),
  ...pages('moderator', ['media', 'keywords', 'webhooks', 'team'], { person: 'colleague' }),
  ...pages('loading', Object.keys(dashboardPaths), { hold: rest }),
  ...pages('failed', ['dashboard', 'media', 'tokens', 'known', 'limits', 'activity', 'integrations', 'appeals'], {
    answers: faults(),
  }),
};

function faults() {
  const nouns = [
    'media',
    'appeals',
    'quality',
    'access-tokens',
    'webhooks',
    'checkers',
    'chat-hooks',
    's3-sources',
    'doors',
    'keyword-settings',
    'policy',
    'known-pictures',
    'team',
    'dashboard',
  ];
  const paths = [
    ...nouns,
    'subscriptions/plans',
    'subscriptions/invoices',
    'users/me/sessions',
    'users/me/security-events',
    'users/me/two-step',
    'users/me/passkeys',
    'users/me/exports',
    'users/me/deletion',
  ].map((noun) => `/api/${noun}`);
  return Object.fromEntries(paths.map((path) => [path, fault]));
}

const button = (page, name) => page.getByRole('button', { name }).first();
/** Presses one button after the other. */
const press =
  (...names) =>
  async (/** @type {Page} */ page) => {
    for (const name of names) await button(page, name).click();
  };
const owner = (path, ...names) => ({ path, person: 'owner', prepare: press(...names) });
const itemPath = signedInScreens['media-detail'].path;
const named = (title) => async (request) => {
  const { data } = await (await request.get('/api/media', { params: { search: title } })).json();
  return `/dashboard/media/${data.media_uploads[0].id}`;
};

const dialogs = {
  'tokens-created': {
    ...owner('/dashboard/tokens', 'Create token'),
    async prepare(page) {
      await button(page, 'Create token').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Kiosk');
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  'tokens-create-refused': {
    path: '/dashboard/tokens',
    person: 'owner',
    async prepare(page) {
      await button(page, 'Create token').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    },
  },
  'tokens-delete': owner('/dashboard/tokens', /^Delete /),
  'webhooks-edit': owner('/dashboard/webhooks', /^Edit /),
  'webhooks-delete': owner('/dashboard/webhooks', /^Delete /),
  'webhooks-regenerate': owner('/dashboard/webhooks', /^Regenerate /),
  'checkers-add': owner('/dashboard/integrations', 'Add checker'),
  'buckets-add': owner('/dashboard/integrations/buckets', 'Add bucket'),
  'chats-add': owner('/dashboard/integrations/chats', 'Add chat'),
  'statement-settings': owner('/dashboard/appeals', 'Statement settings'),
  'item-delete': { path: itemPath, person: 'owner', prepare: press('Delete') },
  'item-reanalyse': { path: itemPath, person: 'owner', prepare: press('Analyse again') },
  'known-import': owner('/dashboard/content-filters/known', /^Import/),
  'plan-cancel': owner('/dashboard/subscription', 'Cancel subscription'),
  'plan-upgrade': owner('/dashboard/subscription', 'Upgrade plan'),
  'email-change': owner('/dashboard/account', /^Change/),
  'devices-end': owner('/dashboard/account/activity', 'Sign out everywhere'),
  'two-step': {
    path: '/dashboard/account/security',
    person: 'owner',
    async prepare(page) {
      await button(page, 'Add an authenticator app').click();
      await page.locator('dialog[open]').waitFor();
      const password = page.getByRole('dialog').getByLabel('Password', { exact: true });
      if (await password.isVisible()) {
        await password.fill('Sample-account-9');
        await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      }
      await page.getByRole('dialog').getByText('authenticator').first().waitFor();
    },
  },
  'team-remove': owner('/dashboard/account/team', /^Remove/),
  'team-hand-over': owner('/dashboard/account/team', /Make owner|Hand over/),
  'data-delete': { ...owner('/dashboard/account/data', /^(Delete|Close|Leave)/), person: 'newcomer' },
  'passkey-add': owner('/dashboard/account/security', /^Add/),
};

const send = (file) => ({
  path: '/dashboard/upload',
  person: 'owner',
  async prepare(page) {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([fixture(file)].flat());
    await button(page, /^Check/).click();
    await button(page, 'Upload Another').waitFor({ timeout: 60_000 });
  },
});

const uploads = {
  'upload-chosen': {
    path: '/dashboard/upload',
    person: 'owner',
    prepare: (page) => page.locator('input[type=file]').first().setInputFiles(fixture('benign/pears.webp')),
  },
  'upload-queue': {
    path: '/dashboard/upload',
    person: 'owner',
    prepare: (page) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles([fixture('benign/pears.webp'), fixture('flagged/suggestive.png')]),
  },
  'upload-address': owner('/dashboard/upload', /URL|address/i),
  'upload-working': { ...send('benign/pears.webp'), hold: /media\/upload$/, prepare: working },
  'upload-passed': send('benign/pears.webp'),
  'upload-flagged': send('flagged/explicit-1.png'),
};

async function working(page) {
  await page.locator('input[type=file]').first().setInputFiles(fixture('benign/pears.webp'));
  await button(page, /^Check/).click();
}

const forms = {
  'docs-api': { path: '/docs/api' },
  privacy: { path: '/privacy' },
  terms: { path: '/terms' },
  goodbye: { path: '/goodbye' },
  'reset-password': { path: '/reset-password?token=t&email=ada@example.com' },
  'confirm-email': { path: '/confirm-email?token=t' },
  'invite-gone': { path: '/invite?token=t' },
  return: { path: '/return', person: 'owner' },
  cancel: { path: '/cancel', person: 'owner' },
  'login-refused': { path: '/login', prepare: press('Sign in') },
  'login-failed': {
    path: '/login',
    async prepare(page) {
      await page.getByLabel('Email').fill('nobody@shop.example');
      await page.getByLabel('Password', { exact: true }).fill('Sample-account-9');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  'register-typed': {
    path: '/register',
    prepare: (page) => page.getByLabel('Password', { exact: true }).fill('Sample-1'),
  },
  'register-refused': { path: '/register', prepare: press(/^(Create|Continue|Register)/) },
  'contact-refused': { path: '/contact', prepare: press(/^Send/) },
  'public-menu': { path: '/features', only: 390, prepare: (page) => page.locator('header summary').click() },
  'docs-search': {
    path: '/docs',
    async prepare(page) {
      await page.getByRole('searchbox').first().fill('webhook');
      await page.getByText(/sections? found/).waitFor();
    },
  },
  'landing-tried': {
    path: '/',
    async prepare(page) {
      await page.locator('[data-try-it] input[type=file]').setInputFiles(fixture('flagged/suggestive.png'));
      await page
        .locator('[data-try-it]')
        .getByText(/^\d\.\d\d$/)
        .first()
        .waitFor({ timeout: 60_000 });
    },
  },
};

const asOwner = (screens) =>
  Object.fromEntries(Object.entries(screens).map(([name, screen]) => [name, { person: 'owner', ...screen }]));
const { drawer, ...signedIn } = signedInScreens;

/** Every address of the application in each state that has a look of its own. */
export const everyScreen = {
  ...publicScreens,
  ...forms,
  ...asOwner(signedIn),
  drawer: { ...drawer, person: 'owner', only: 390 },
  'media-second-page': { path: '/dashboard/media?page=2', person: 'owner' },
  'media-menu': { path: '/dashboard/media', person: 'owner', prepare: (page) => page.keyboard.press('j') },
  'media-detail-flagged': { path: named('Beachwear, front'), person: 'owner' },
  'moderator-item': { path: itemPath, person: 'colleague' },
  'loading-item': { path: itemPath, person: 'owner', hold: /^\/api\/media\// },
  'gone-page': { path: '/dashboard/no-such-page', person: 'owner' },
  ...dialogs,
  ...uploads,
  ...states,
};
