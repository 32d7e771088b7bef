import type { LinksFunction } from 'react-router';
import monoFont from '../assets/fonts/geist-mono.woff2?url';

/** For the routes that always show figures or code: on others it would be fetched for nothing, and their first paint waits for less. */
export const monoFontLinks: LinksFunction = () => [
  { rel: 'preload', href: monoFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];
