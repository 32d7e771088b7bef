import type { LinksFunction } from 'react-router';
import monoFont from './assets/fonts/geist-mono.woff2?url';

/** For the routes that show figures or code at once: the pages with a form have none, and their first paint waits for less. */
export const monoFontLinks: LinksFunction = () => [
  { rel: 'preload', href: monoFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];
