import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map. What is not listed here is the 404 page, which is also a file of its own for the server to send. */
export default [
  index('routes/landing.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('dashboard', 'routes/shell.tsx', [
    index('routes/dashboard/home.tsx'),
    route('upload', 'routes/dashboard/upload.tsx'),
    route('media', 'routes/dashboard/media.tsx'),
    route('media/:id', 'routes/dashboard/media-detail.tsx'),
    route('tokens', 'routes/dashboard/tokens.tsx'),
    route('subscription', 'routes/dashboard/subscription.tsx'),
  ]),
  layout('routes/public-frame.tsx', [
    route('404', 'routes/not-found.tsx', { id: 'not-found' }),
    route('*', 'routes/not-found.tsx', { id: 'anything-else' }),
  ]),
] satisfies RouteConfig;
