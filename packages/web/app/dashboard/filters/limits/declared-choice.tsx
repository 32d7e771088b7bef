import type { DeclaredSynthetic } from '@clearframe/contract';
import { ChoiceCard } from './choice-card.tsx';

type DeclaredChoiceProps = { value: DeclaredSynthetic; readOnly: boolean; onChange: (value: DeclaredSynthetic) => void };

const choices: readonly { value: DeclaredSynthetic; name: string; hint: string }[] = [
  { value: 'note', name: 'Note it', hint: 'The reason says so, and nothing else changes.' },
  { value: 'review', name: 'Ask a person', hint: 'It passes and joins the queue.' },
  { value: 'flag', name: 'Flag it', hint: 'It fails, whatever its scores.' },
];

/** What becomes of a file whose Content Credentials declare that a model made it. */
export const DeclaredChoice = (props: DeclaredChoiceProps) => (
  <ChoiceCard
    name="declared-synthetic"
    title="When a file declares that a model made it"
    legend="Read from Content Credentials. We detect nothing, and many such files declare nothing."
    choices={choices}
    {...props}
  />
);
