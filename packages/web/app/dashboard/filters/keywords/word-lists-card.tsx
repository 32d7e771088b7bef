import { type ComponentProps, Suspense, useId, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { part } from '../../../shared/ui/part.tsx';

/** The languages and what switches them load with the first look at them. */
const WordLists = part(async () => (await import('./word-lists.tsx')).WordLists);

/** Ready-made words by language, folded until somebody wants them. */
export function WordListsCard(props: ComponentProps<typeof WordLists>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <div className="card-header">
        <h2 id={`${id}-title`}>Offensive words by language</h2>
        <Button size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Hide languages' : 'Show languages'}
        </Button>
      </div>
      <div className="card-body stack-3" id={id}>
        {open ? (
          <Suspense fallback={<p role="status">Loading languages</p>}>
            <WordLists {...props} />
          </Suspense>
        ) : (
          <p className="muted">Add ready-made words of a language to the forbidden list.</p>
        )}
      </div>
    </section>
  );
}
