import { useId } from 'react';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { WhatIfExamples, WhatIfFault, WhatIfFlips, WhatIfSize, type WhatIfState } from './what-if-details.tsx';
import styles from './what-if-panel.module.css';

/** Which of the newest items the change would flip, before it is saved. `unchanged`: nothing differs from what is saved. */
export function WhatIfPanel({ what, unchanged }: { what: WhatIfState; unchanged: boolean }) {
  const titleId = useId();
  return (
    <section className="card" aria-labelledby={titleId}>
      <div className="card-header wrap">
        <h2 id={titleId}>Preview</h2>
        <div className="row">
          {/* Keeps its place: the line would break on a phone whenever it comes, and move the whole form. */}
          <span className={styles.wait}>{what.isBehind ? <Spinner /> : null}</span>
          <WhatIfSize what={what} />
        </div>
      </div>
      <div className="card-body stack-3">
        <div role="status" className="stack-3">
          {unchanged ? (
            <p className="muted">Change something to see which checked items would flip before you save.</p>
          ) : (
            <WhatIfFlips what={what} />
          )}
        </div>
        <WhatIfFault what={what} />
      </div>
      {unchanged ? null : <WhatIfExamples what={what} />}
    </section>
  );
}
