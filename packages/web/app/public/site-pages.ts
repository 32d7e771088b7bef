/** The public pages that header, footer and the 404 page lead to, in this order. */
export const sitePages: readonly { path: string; label: string }[] = [
  { path: '/features', label: 'Features' },
  { path: '/pricing', label: 'Pricing' },
  { path: '/docs', label: 'Docs' },
  { path: '/about', label: 'About' },
  { path: '/contact', label: 'Contact' },
];
