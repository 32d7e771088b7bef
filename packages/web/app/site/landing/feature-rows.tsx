import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Languages } from '../docs/languages.tsx';
import type { Program } from '../docs/programs.server.ts';
import sectionStyles from '../section.module.css';
import { CopyPicture, LimitPicture, NoticePicture, QualityPicture, QueuePicture, SecondsPicture } from './feature-pictures.tsx';
import styles from './landing.module.css';

type Feature = { title: string; text: ReactNode; to: string; link: string; picture: ReactNode };

const features: readonly Feature[] = [
  {
    title: 'A review queue you can clear',
    text: (
      <>
        Decide with <kbd>P</kbd> and <kbd>F</kbd>, undo with <kbd>U</kbd>. Flagged pictures stay veiled until you look.
      </>
    ),
    to: '/docs#manual-approval',
    link: 'How review works',
    picture: <QueuePicture />,
  },
  {
    title: 'Video, second by second',
    text: 'Clearframe checks a frame of every second and shows which ones crossed a limit. You don’t watch the whole clip.',
    to: '/docs/guides/video',
    link: 'How video works',
    picture: <SecondsPicture />,
  },
  {
    title: 'What you removed stays removed',
    text: 'Fail a picture once. Clearframe recognises its copies, even resized, re-saved, watermarked or mirrored.',
    to: '/docs/guides/known-pictures',
    link: 'Known pictures',
    picture: <CopyPicture />,
  },
  {
    title: 'Change a limit, see what flips',
    text: 'Move a limit and see what it would have done to your last 1,000 items. Then save.',
    to: '/docs/guides/thresholds',
    link: 'Limits',
    picture: <LimitPicture />,
  },
  {
    title: 'Accuracy you can check',
    text: 'Clearframe counts how often your people agree with it, with error bars. Below ten decisions it gives no share.',
    to: '/docs/accuracy',
    link: 'Measured quality',
    picture: <QualityPicture />,
  },
  {
    title: 'Notices and appeals, on the clock',
    text: (
      <>
        People report from outside, and uploaders appeal by a signed link. Clearframe writes the statement of reasons and keeps
        the deadline.
      </>
    ),
    to: '/docs/guides/notices',
    link: 'How notices work',
    picture: <NoticePicture />,
  },
];

function Row({ title, text, to, link, children }: Omit<Feature, 'picture'> & { children: ReactNode }) {
  return (
    <article className={styles.feature}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        <Link className="link" to={to} reloadDocument>
          {link}
        </Link>
      </div>
      <div>{children}</div>
    </article>
  );
}

/** What the product does for the person who decides, and the call for programs. @param programs each is run by a journey */
export function FeatureRows({ programs }: { programs: readonly Program[] }) {
  return (
    <section className={`${sectionStyles.section} page-width`} id="features">
      <div className={sectionStyles.header}>
        <h2>Machines sort the thousands. People decide the dozen.</h2>
        <p>The model handles the obvious cases. The rest is built for the person who decides.</p>
      </div>
      {features.map(({ picture, ...row }) => (
        <Row key={row.title} {...row}>
          {picture}
        </Row>
      ))}
      <div id="developers">
        <Row
          title="One call, in your language"
          text="Send a file or an address. The answer holds the verdict, or a signed webhook brings it."
          to="/docs/api"
          link="API reference"
        >
          <Languages name="landing" list={programs} />
        </Row>
      </div>
    </section>
  );
}
