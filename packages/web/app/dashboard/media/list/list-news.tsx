import { useState } from 'react';

type ListNewsProps = {
  /** Which page of which list it is. */
  name: string;
  /** What it holds; null = on its way. */
  words: string | null;
  /** How many wait for a decision, in the list of all of them; null = another list, or not known. */
  waiting: number | null;
};

/**
 * Tells a screen reader what a filter, a search or a turned page brought, once, and that nothing waits any more. What the list held when
 * it was opened is read there, and each decision has its toast.
 */
export function ListNews({ name, words, waiting }: ListNewsProps) {
  const [told, setTold] = useState({ name, words: '', waits: false });
  const waits = waiting === null ? told.waits : waiting > 0;
  if (told.name !== name) {
    if (words !== null) setTold({ name, words, waits });
  } else if (told.waits !== waits) setTold({ name, words: waits ? told.words : 'The queue is clear', waits });
  return (
    <p className="visually-hidden" role="status">
      <span key={told.name}>{told.words}</span>
    </p>
  );
}
