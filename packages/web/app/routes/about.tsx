import sail from '../shared/assets/img/print-sail.webp';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import aboutStyles from '../site/about/about.module.css';
import { story, teams, values } from '../site/about/words.ts';
import { CallToAction } from '../site/call-to-action.tsx';
import sectionStyles from '../site/section.module.css';
import stepsStyles from '../site/steps.module.css';

export const meta = () =>
  pageMeta({
    title: 'About · Clearframe',
    description: 'Why Clearframe exists, what it holds to, how it came about, and which roles look after it.',
    path: '/about',
    indexed: true,
  });

function Values() {
  return (
    <section className={`${sectionStyles.section} page-width`}>
      <div className={sectionStyles.header}>
        <h2>Principles</h2>
        <p>Our values: four rules that decide what is built, and what is left out.</p>
      </div>
      <ol className={stepsStyles.steps}>
        {values.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Story() {
  return (
    <section className={`${sectionStyles.section} page-width ${aboutStyles.story}`}>
      <h2>Our story</h2>
      <ol>
        {story.map(({ year, title, text }) => (
          <li key={year}>
            <time dateTime={year}>{year}</time>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Team() {
  return (
    <section className={`${sectionStyles.section} page-width`}>
      <div className={sectionStyles.header}>
        <h2>Who looks after what</h2>
        <p>The team by its roles, and what each of them answers for.</p>
      </div>
      <ul className={aboutStyles.roles}>
        {teams.map(({ role, text }) => (
          <li key={role} className="card">
            <h3>{role}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-04. */
export default function About() {
  return (
    <main id="main">
      <div className={`page-width ${aboutStyles.top}`}>
        <div>
          <span className="eyebrow">Our mission</span>
          <h1>Decisions about pictures that people can check.</h1>
          <p className={sectionStyles.lead} data-slot="section-lead">
            Whoever shows other people’s pictures answers for them. Clearframe looks at each one first, says what it found and
            why, and leaves the last word to a person.
          </p>
        </div>
        <img src={sail} alt="" width={720} height={540} loading="lazy" />
      </div>
      <Values />
      <Story />
      <Team />
      <CallToAction title="Judge it by its verdicts." text="Fifteen free frames, on pictures of your own." />
    </main>
  );
}
