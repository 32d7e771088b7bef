import { BookOpen, CircleUser, type LucideIcon, MessageSquareReply, Moon, Server, Sun, Upload } from 'lucide-react';
import { toggleTheme } from '../../../shared/ui/theme.ts';
import { type NavPage, navPages } from '../page/nav-pages.ts';
import { queueAddress } from '../page/queue-address.ts';
import { goPages } from './go-pages.ts';

/** One line of the palette: a place to go to, or something to do. */
export type Choice = {
  id: string;
  group: 'Uploaders' | 'Items' | 'Commands' | 'Go to';
  icon: LucideIcon;
  text: string;
  note?: string;
  keys?: readonly string[];
} & ({ to: string } | { run: () => void });

type Place = Omit<NavPage, 'icon' | 'search'> & Partial<Pick<NavPage, 'icon'>> & { note?: string };

/** Pages that the menu has no line for. */
const deeper: readonly Place[] = [
  { to: queueAddress, label: 'Content Review, To decide' },
  { to: '/dashboard/media', label: 'Content Review, All' },
  { to: '/dashboard/appeals', label: 'Appeals', icon: MessageSquareReply },
  { to: '/dashboard/content-filters/limits', label: 'Content Filters, Limits' },
  { to: '/dashboard/content-filters/known', label: 'Content Filters, Known pictures' },
  { to: '/dashboard/content-filters/reasons', label: 'Content Filters, Reasons' },
  { to: '/dashboard/content-filters/breaks', label: 'Content Filters, Breaks' },
  { to: '/dashboard/integrations/buckets', label: 'Integrations, Buckets', action: 'doors.manage' },
  { to: '/dashboard/integrations/chats', label: 'Integrations, Chats', action: 'doors.manage' },
  { to: '/dashboard/integrations/settings', label: 'Integrations, Settings', action: 'doors.manage' },
  { to: '/dashboard/account', label: 'Account, Profile', icon: CircleUser },
  { to: '/dashboard/account/security', label: 'Account, Security', icon: CircleUser },
  { to: '/dashboard/account/activity', label: 'Account, Activity', icon: CircleUser },
  { to: '/dashboard/account/team', label: 'Account, Team', icon: CircleUser },
  { to: '/dashboard/account/audit', label: 'Account, Audit log', icon: CircleUser, action: 'audit.read' },
  { to: '/dashboard/account/data', label: 'Account, Your data', icon: CircleUser },
  { to: '/docs', label: 'Documentation', icon: BookOpen },
  { to: '/docs/guides', label: 'Guides', icon: BookOpen },
  { to: '/docs/api', label: 'API reference', icon: BookOpen },
];

/** What a page of the menu has that its name does not say. */
const notes: Readonly<Record<string, string>> = { '/dashboard/uploaders': 'with the settings of strikes' };

/** The menu, with what it asks of those who may review. */
const menu = (isReviewer: boolean): Place[] =>
  navPages.map(({ search, ...page }) => ({
    ...page,
    to: search !== undefined && isReviewer ? page.to + search : page.to,
    ...(notes[page.to] && { note: notes[page.to] }),
  }));

const letterOf = (to: string) => Object.entries(goPages).find(([, page]) => page === to)?.[0];
/** The icon of the page of the menu that it lies below. */
const iconOf = ({ to, icon }: Place): LucideIcon => icon ?? navPages.findLast((page) => to.startsWith(page.to))?.icon ?? BookOpen;

const goTo = (place: Place): Choice => {
  const letter = letterOf(place.to);
  return {
    id: place.to,
    group: 'Go to',
    icon: iconOf(place),
    text: place.label,
    to: place.to,
    ...(place.note ? { note: place.note } : {}),
    ...(letter ? { keys: ['G', letter.toUpperCase()] } : {}),
  };
};

export type Asker = { isOperator: boolean; may: (action: NonNullable<NavPage['action']>) => boolean };

/** What fits the text, in any case; everything for none. */
export function staticChoices(text: string, { isOperator, may }: Asker): Choice[] {
  const isDark = document.documentElement.dataset.theme === 'dark';
  const commands: Choice[] = [
    ...(may('media.upload')
      ? [
          {
            id: 'check',
            group: 'Commands' as const,
            icon: Upload,
            text: 'Check a picture or video',
            to: '/dashboard/upload',
          },
        ]
      : []),
    {
      id: 'theme',
      group: 'Commands',
      icon: isDark ? Sun : Moon,
      text: `Switch to the ${isDark ? 'light' : 'dark'} theme`,
      run: toggleTheme,
    },
  ];
  const operator: Place[] = isOperator ? [{ to: '/operator', label: 'Operator', icon: Server }] : [];
  const places = [...menu(may('media.review')), ...deeper, ...operator].filter(({ action = 'self' }) => may(action));
  const wanted = text.toLowerCase();
  const found = [...commands, ...places.map(goTo)].filter(({ text: name, note = '' }) =>
    `${name} ${note}`.toLowerCase().includes(wanted),
  );
  // Of those under two names that fit, the first stays: that of the menu.
  const byId = new Map(found.toReversed().map((choice) => [choice.id, choice]));
  return found.filter((choice) => byId.get(choice.id) === choice);
}
