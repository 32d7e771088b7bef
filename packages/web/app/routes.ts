import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * The site map. What is not listed here is the 404 page. Its file is prerendered from `/404` through the same route, so that the
 * browser takes it over under whatever address the server sent it.
 */
export default [
  index('routes/landing.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('confirm-email', 'routes/confirm-email.tsx'),
  route('return', 'routes/return.tsx'),
  route('cancel', 'routes/cancel.tsx'),
  route('invite', 'routes/invite.tsx'),
  // Drawn once without an id: the server sends that page for each open form.
  route('notice/:form_id?', 'routes/notice.tsx'),
  layout('routes/shell.tsx', [
    ...prefix('dashboard', [
      index('routes/dashboard/home.tsx'),
      route('upload', 'routes/dashboard/upload.tsx'),
      layout('routes/dashboard/review-frame.tsx', [
        route('media', 'routes/dashboard/media.tsx'),
        route('media/:id', 'routes/dashboard/media-detail.tsx'),
      ]),
      route('notices/:id?', 'routes/dashboard/notices.tsx'),
      route('uploaders', 'routes/dashboard/uploaders.tsx'),
      route('uploaders/:id', 'routes/dashboard/uploader.tsx'),
      route('appeals/:id?', 'routes/dashboard/appeals.tsx'),
      route('quality', 'routes/dashboard/quality.tsx'),
      route('transparency', 'routes/dashboard/transparency.tsx'),
      route('tokens', 'routes/dashboard/tokens.tsx'),
      route('webhooks', 'routes/dashboard/webhooks.tsx'),
      route('webhooks/:id', 'routes/dashboard/webhook-log.tsx'),
      route('webhooks/deliveries/:id', 'routes/dashboard/webhook-delivery.tsx'),
      route('integrations/:section?/:id?', 'routes/dashboard/integrations.tsx'),
      route('content-filters', 'routes/dashboard/filters/frame.tsx', [
        index('routes/dashboard/filters/keywords.tsx'),
        route('known', 'routes/dashboard/filters/known.tsx'),
        route('limits', 'routes/dashboard/filters/limits.tsx'),
        route('reasons', 'routes/dashboard/filters/reasons.tsx'),
        route('breaks', 'routes/dashboard/filters/breaks.tsx'),
      ]),
      route('subscription', 'routes/dashboard/subscription.tsx'),
      route('subscription/usage', 'routes/dashboard/usage.tsx'),
      route('account', 'routes/dashboard/account/frame.tsx', [
        index('routes/dashboard/account/profile.tsx'),
        route('security', 'routes/dashboard/account/security.tsx'),
        route('activity', 'routes/dashboard/account/activity.tsx'),
        route('audit', 'routes/dashboard/account/audit.tsx'),
        route('team', 'routes/dashboard/account/team.tsx'),
        route('data', 'routes/dashboard/account/data.tsx'),
      ]),
    ]),
    route('operator', 'routes/operator.tsx'),
  ]),
  route('docs/search.json', 'routes/docs-search.ts'),
  layout('routes/public-frame.tsx', [
    route('features', 'routes/features.tsx'),
    route('pricing', 'routes/pricing.tsx'),
    layout('routes/docs-frame.tsx', [
      route('docs', 'routes/docs.tsx'),
      route('docs/api', 'routes/docs-api.tsx'),
      route('docs/accuracy', 'routes/guide.tsx', { id: 'accuracy' }),
      route('docs/guides', 'routes/guides.tsx'),
      route('docs/guides/:slug', 'routes/guide.tsx'),
    ]),
    route('about', 'routes/about.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('goodbye', 'routes/goodbye.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
