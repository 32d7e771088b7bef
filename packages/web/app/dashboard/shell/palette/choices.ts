import { BookOpen, CircleUser, type LucideIcon, MessageSquareReply, Moon, Server, Sun, Upload } from 'lucide-react';
import { toggleTheme } from '../../../shared/ui/theme.ts';
import { type NavPage, navPages } from '../page/nav-pages.ts';
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

type Place = Omit<NavPage, 'icon'> & Partial<Pick<NavPage, 'icon'>>;

/** Pages that the menu has no line for. */
const deeper: readonly Place[] = [
  { to: '/dashboard/media?status=undecided', label: 'Content Review, To decide' },
  { to: '/dashboard/appeals', label: 'Appeals', icon: MessageSquareReply },
  { to: '/dashboard/content-filters/limits', label: 'Content Filters, Limits' },
  { to: '/dashboard/content-filters/known', label: 'Content Filters, Known pictures' },
  { to: '/dashboard/content-filters/reasons', label: 'Content Filters, Reasons' },
  { to: '/dashboard/content-filters/breaks', label: 'Content Filters, Breaks' },
  { to: '/dashboard/account', label: 'Account, Profile', icon: CircleUser },
  { to: '/dashboard/account/security', label: 'Account, Security', icon: CircleUser },
  { to: '/dashboard/account/activity', label: 'Account, Activity', icon: CircleUser },
  { to: '/dashboard/account/team', label: 'Account, Team', icon: CircleUser },
  { to: '/dashboard/account/data', label: 'Account, Your data', icon: CircleUser },
  { to: '/docs', label: 'Documentation', icon: BookOpen },
  { to: '/docs/api', label: 'API reference', icon: BookOpen },
];

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
  const places = [...navPages.filter(({ action = 'self' }) => may(action)), ...deeper, ...operator];
  const wanted = text.toLowerCase();
  return [...commands, ...places.map(goTo)].filter((choice) => choice.text.toLowerCase().includes(wanted));
}
