/** The public pages that header, footer and the 404 page lead to, in this order. */
export const sitePages: readonly { path: string; label: string }[] = [
  { path: '/features', label: 'Features' },
  { path: '/pricing', label: 'Pricing' },
  { path: '/docs', label: 'Docs' },
  { path: '/about', label: 'About' },
  { path: '/contact', label: 'Contact' },
];

/** What the operator has to say by law. The footer leads to it, and the form that opens an account. */
export const legalPages: readonly { path: string; label: string }[] = [
  { path: '/privacy', label: 'Privacy' },
  { path: '/terms', label: 'Terms' },
];
