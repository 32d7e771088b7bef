import { ProductLoop } from './product-loop.tsx';
import sectionStyles from './section.module.css';
import styles from './steps.module.css';

const steps = [
  {
    wire: 'POST /api/v1/upload',
    title: 'Queued',
    text: 'Send a file or an address from the dashboard, or from your code with a token.',
  },
  {
    wire: 'ai_analysis',
    title: 'AI analysis',
    text: 'The built-in model scores each category it knows. Analysers you connect add theirs.',
  },
  {
    wire: 'keyword_check',
    title: 'Keyword validation',
    text: 'Your forbidden and required words, in captions and in the picture itself.',
  },
  {
    wire: 'media.analysis.completed',
    title: 'Verdict',
    text: 'Safe, flagged or for review, in the answer and at your signed webhook.',
  },
];

/** The four named stages of an upload, and what they look like. */
export function Steps() {
  return (
    <section className={`${sectionStyles.section} page-width`} id="how">
      <div className={sectionStyles.header}>
        <h2>How it works</h2>
        <p>Four stages, all visible. You can watch an upload move through them.</p>
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
