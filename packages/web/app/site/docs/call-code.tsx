import styles from './call-code.module.css';
import type { CallAnswer, CallProgram } from './call-examples.server.ts';
import { Example } from './example.tsx';

/** The same request in each language. Which one is shown is chosen once for the page, and kept (`page-script/languages.ts`). */
function Request({ list }: { list: readonly CallProgram[] }) {
  return (
    <div>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Language</legend>
        {list.map(({ language }, place) => (
          <button key={language} type="button" data-choose-language={language} aria-pressed={place === 0}>
            {language}
          </button>
        ))}
      </fieldset>
      {list.map(({ language, label, text }) => (
        <div key={language} data-shown-for={language}>
          <Example label={label} text={text} />
        </div>
      ))}
    </div>
  );
}

/** What a call sends, and what the server answered to it. Both were run and received by the test suite. */
export function CallCode({ list, answer }: { list: readonly CallProgram[]; answer?: CallAnswer | null }) {
  return (
    <div className={styles.code} data-slot="call-code">
      <Request list={list} />
      {answer && (
        <div className={styles.answer}>
          <Example label={answer.label} text={answer.text} />
        </div>
      )}
    </div>
  );
}
