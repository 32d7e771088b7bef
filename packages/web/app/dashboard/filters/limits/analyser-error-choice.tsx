import type { OnAnalyserError } from '@clearframe/contract';
import { ChoiceCard } from './choice-card.tsx';

type AnalyserErrorChoiceProps = { value: OnAnalyserError; readOnly: boolean; onChange: (value: OnAnalyserError) => void };

const choices: readonly { value: OnAnalyserError; name: string; hint: string }[] = [
  { value: 'hold', name: 'Hold it', hint: 'It stays Not checked until a person decides or the analysis runs again.' },
  { value: 'reject', name: 'Flag it', hint: 'We flag it with the reason and notify your webhooks.' },
];

/** What becomes of an item whose analysis failed after every retry. */
export const AnalyserErrorChoice = (props: AnalyserErrorChoiceProps) => (
  <ChoiceCard
    name="analyser-error"
    title="When an analysis fails"
    legend="After three retries. It is never charged and never Safe."
    choices={choices}
    {...props}
  />
);
