/** @typedef {import('@playwright/test').Page} Page */

/** As the design's own pictures are: a laptop, and a phone. */
export const looks = {
  light: { width: 1440, height: 900, theme: 'light' },
  dark: { width: 1440, height: 900, theme: 'dark' },
  phone: { width: 390, height: 844, theme: 'light', scale: 2 },
};

/** The page of an item, by its title. */
const itemPath = (title) => async (request) => {
  const answer = await request.get('/api/media', { params: { search: title } });
  const { data } = await answer.json();
  return `/dashboard/media/${data.media_uploads[0].id}`;
};

/** @param {string} name */
const press = (name) => (/** @type {Page} */ page) => page.getByRole('button', { name, exact: true }).first().click();

/** `prepare` brings the page into the state that is shown, and waits for it itself where `isSettled`; `only` one look. */
export const signedInScreens = {
  dashboard: { path: '/dashboard' },
  'upload-empty': { path: '/dashboard/upload' },
  review: { path: '/dashboard/media' },
  'review-flagged': { path: '/dashboard/media?status=flagged' },
  'review-nothing-matches': { path: '/dashboard/media?search=zeppelin' },
  'review-shortcuts': { path: '/dashboard/media', prepare: (page) => page.keyboard.press('?') },
  'review-selection': {
    path: '/dashboard/media',
    async prepare(page) {
      for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    },
  },
  // In colour, as somebody sees it who switched the grey off.
  'media-detail': {
    path: itemPath('Cellar red'),
    async prepare(page) {
      await press('Your view')(page);
      await page.getByText('Show what you reveal in grey').click();
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Reveal/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^Hide/ }).first().waitFor();
    },
  },
  'media-detail-failed': { path: itemPath('Upload 4471') },
  'media-detail-video': { path: itemPath('Market stall'), prepare: (page) => page.keyboard.press('.') },
  'media-not-found': { path: '/dashboard/media/3f0f8f0e-0000-4000-8000-000000000000' },
  quality: { path: '/dashboard/quality' },
  'review-sample': { path: '/dashboard/media?status=sample' },
  tokens: { path: '/dashboard/tokens' },
  'tokens-create': { path: '/dashboard/tokens', prepare: press('Create token') },
  webhooks: { path: '/dashboard/webhooks' },
  'webhook-deliveries': {
    path: '/dashboard/webhooks',
    async prepare(page) {
      await page.getByRole('link', { name: /^Deliveries to/ }).click();
      // The page before is as settled as any, and the heading comes before the log.
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  'webhooks-create': { path: '/dashboard/webhooks', prepare: press('Create Another Webhook') },
  'content-filters': {
    path: '/dashboard/content-filters',
    async prepare(page) {
      await page.getByLabel('Text to test').fill('Vintage poster with a replica of a weapon, sold with frame.');
      await page.getByText('Hits are counted').first().waitFor();
    },
  },
  'known-pictures': { path: '/dashboard/content-filters/known' },
  limits: {
    path: '/dashboard/content-filters/limits',
    async prepare(page) {
      await page.getByRole('spinbutton', { name: 'Sexually explicit: review from, as a number' }).fill('0.001');
      await page.getByRole('spinbutton', { name: 'Sexually explicit: flag from, as a number' }).fill('0.01');
      await page.getByText(/would flip$/).waitFor();
    },
  },
  subscription: { path: '/dashboard/subscription' },
  usage: { path: '/dashboard/subscription/usage' },
  'account-profile': { path: '/dashboard/account' },
  'account-security': { path: '/dashboard/account/security' },
  'account-team': { path: '/dashboard/account/team' },
  'account-data': { path: '/dashboard/account/data' },
  'account-activity': { path: '/dashboard/account/activity' },
  drawer: { path: '/dashboard', prepare: press('Open menu'), only: 'phone' },
  offline: {
    path: '/dashboard/media',
    // What the page was about to fetch again stays on its way.
    isSettled: true,
    async prepare(page) {
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
    },
  },
};

export const publicScreens = {
  landing: { path: '/' },
  features: { path: '/features' },
  pricing: { path: '/pricing' },
  docs: { path: '/docs' },
  guides: { path: '/docs/guides' },
  accuracy: { path: '/docs/accuracy' },
  guide: { path: '/docs/guides/first-verdict' },
  about: { path: '/about' },
  contact: { path: '/contact' },
  login: { path: '/login' },
  register: { path: '/register' },
  'forgot-password': { path: '/forgot-password' },
  'not-found': { path: '/no/such/page' },
};

/** Pictures of README.md and of the guides: name → screen and look, from the top of the page. Each is taken in both themes. */
export const docsPictures = {
  verdict: { screen: 'media-detail', look: { width: 1440, height: 900, scale: 4 / 3 } },
  'keyword-lists': { screen: 'content-filters', look: { width: 1280, height: 1580 } },
  'video-seconds': { screen: 'media-detail-video', look: { width: 1280, height: 800 } },
};
