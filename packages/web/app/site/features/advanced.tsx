import { Globe, type LucideIcon, ShieldCheck, UsersRound, Workflow } from 'lucide-react';
import { Icon } from '../../shared/ui/icon.tsx';
import sectionStyles from '../section.module.css';
import featuresStyles from './features.module.css';

const cards: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Workflow,
    title: 'API integration',
    text:
      'One multipart request with a bearer token answers the verdict. Uploads can be repeated safely, ' +
      'and webhooks are signed and tried again.',
  },
  {
    icon: ShieldCheck,
    title: 'Enterprise security',
    text:
      'Two-step sign-in, passkeys, signed-in devices that can be ended, and a security log. ' +
      'Stored tokens are encrypted; addresses of files expire.',
  },
  {
    icon: Globe,
    title: 'Global coverage',
    text: 'Keywords and names in any script, times that fit the reader’s zone, and no tie to a region: it runs where you put it.',
  },
  {
    icon: UsersRound,
    title: 'Team management',
    text:
      'Colleagues join by mail as moderators or viewers. A change of role holds with the next request, ' +
      'and ownership can be handed over.',
  },
];

/** PUB-02: the advanced capabilities. */
export function Advanced() {
  return (
    <section className={`${sectionStyles.section} page-width`}>
      <div className={sectionStyles.header}>
        <h2>Made to be built on</h2>
        <p>What a team needs once moderation is part of its own product.</p>
      </div>
      <ul className={featuresStyles.advanced}>
        {cards.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon of={icon} large />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
