import { ProductLoop } from './product-loop.tsx';
import sectionStyles from './section.module.css';
import styles from './steps.module.css';

const steps = [
  {
    wire: 'POST /api/v1/upload',
    title: 'Queued',
    text: 'Send a file or a URL from the dashboard, or from your own code with a bearer token.',
  },
  {
    wire: 'ai_analysis',
    title: 'AI analysis',
    text: 'A score for each category that the model assesses, and plain words for what is in the frame.',
  },
  {
    wire: 'keyword_check',
    title: 'Keyword validation',
    text: 'Your forbidden and required lists against title, description, caption, tags and what was seen.',
  },
  {
    wire: 'moderation.passed',
    title: 'Verdict',
    text: 'Safe, flagged or for review, with the reason and the thresholds that decided.',
  },
];

/** The four named stages of an upload, and what they look like. */
export function Steps() {
  return (
    <section className={`${sectionStyles.section} page-width`} id="how">
      <div className={sectionStyles.header}>
        <h2>Four stages, all of them visible</h2>
        <p>Nothing disappears into a queue. Each upload shows where it is, what was found, and why.</p>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ wire, title, text }) => (
          <li key={title}>
            <span className="mono">{wire}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <ProductLoop />
    </section>
  );
}
