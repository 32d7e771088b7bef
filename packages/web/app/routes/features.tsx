import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { CallToAction } from '../site/call-to-action.tsx';
import { Advanced } from '../site/features/advanced.tsx';
import { MainCards } from '../site/features/main-cards.tsx';
import figuresStyles from '../site/figures.module.css';
import sectionStyles from '../site/section.module.css';

export const meta = () =>
  pageMeta({
    title: 'Features · Clearframe',
    description:
      'Upload, an AI guardian on your own machine, smart keyword filters and analytics, with an API, ' +
      'signed webhooks, teams and a log of every decision.',
    path: '/features',
    indexed: true,
  });

/** The specification's marketing copy (§2), on this page alone. */
const metrics = [
  { figure: '99.9%', label: 'accuracy' },
  { figure: 'under 5s', label: 'processing' },
  { figure: '24/7', label: 'monitoring' },
];

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-02. */
export default function Features() {
  return (
    <main id="main">
      <div className={`page-width ${sectionStyles.hero}`}>
        <h1>Everything between an upload and a decision.</h1>
        <p className={sectionStyles.lead} data-slot="section-lead">
          One path for each picture and each video, from the dashboard or from your own code: scores, words, your rules, and a
          person where it matters.
        </p>
      </div>
      <MainCards />
      <div className="page-width">
        <ul className={`${figuresStyles.figures} ${figuresStyles.three}`}>
          {metrics.map(({ figure, label }) => (
            <li key={label}>
              <b>{figure}</b> {label}
            </li>
          ))}
        </ul>
        <p className={figuresStyles.note}>What the service aims at, not a measurement of this installation.</p>
      </div>
      <Advanced />
      <CallToAction
        title="See it on your own pictures."
        text="The trial has fifteen frames, takes a verified email and no card."
      />
    </main>
  );
}
