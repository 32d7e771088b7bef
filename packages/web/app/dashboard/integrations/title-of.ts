const titles: Readonly<Record<string, string>> = {
  buckets: 'Buckets',
  chats: 'Chats',
  settings: 'Settings of integrations',
};

/** What the window is called, by the part of the address behind /dashboard/integrations/. */
export const titleOf = (section: string | undefined): string =>
  section === undefined ? 'Checkers' : (titles[section] ?? 'Integrations');
