import { Plus } from 'lucide-react';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './faq.module.css';
import sectionStyles from './section.module.css';

export type Question = { question: string; answer: string };

/** Questions that open their answer, by the browser alone. */
export function Faq({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <section className={`${sectionStyles.section} page-width ${styles.faq}`}>
      <h2>{title}</h2>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              {question}
              <Icon of={Plus} />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** The same questions as schema.org describes them. */
export function faqData(questions: readonly Question[]): Record<string, unknown> {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
