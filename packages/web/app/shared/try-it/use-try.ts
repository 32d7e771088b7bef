import { useEffect, useRef, useState } from 'react';
import { checkFile } from '../media/file-check.ts';
import { heardStage, type StageTimes } from '../media/upload-stages.ts';
import { type Checked, checkPicture } from './check-picture.ts';
import { type TryFault, tryFault } from './try-fault.ts';

export type TryState =
  | { phase: 'choosing'; fault: string | null }
  /** On its way while no stage was heard of. */
  | { phase: 'checking'; file: File; times: StageTimes }
  | { phase: 'failed'; file: File; fault: TryFault }
  | ({ phase: 'done' } & Checked);

/** A picture that was chosen: a file, or one of ours, which is fetched first. */
export type Choice = File | { src: string; name: string };

async function fileOf(choice: Choice): Promise<File> {
  if (choice instanceof File) return choice;
  const blob = await (await fetch(choice.src)).blob();
  return new File([blob], choice.name, { type: blob.type });
}

/**
 * One try after the other, beginning with the picture that was chosen already.
 * @param instead what somebody can do who tried too often, as the end of a sentence
 */
export function useTry(first: Choice, instead: string) {
  const [state, setState] = useState<TryState>({ phase: 'choosing', fault: null });
  const [chosen, setChosen] = useState<Choice>(first);
  const begun = useRef(false);
  // A picture can be chosen while another is checked: the answer of the earlier one then says nothing any more.
  const turn = useRef(0);

  const check = async (file: File) => {
    let times: StageTimes = {};
    turn.current += 1;
    const mine = turn.current;
    const show = (next: TryState) => {
      if (turn.current === mine) setState(next);
    };
    show({ phase: 'checking', file, times });
    try {
      const checked = await checkPicture(file, (stage) => {
        times = heardStage(times, stage, performance.now());
        show({ phase: 'checking', file, times });
      });
      show({ phase: 'done', ...checked });
    } catch (error) {
      const fault = tryFault(error, instead);
      show(fault.way === 'choose' ? { phase: 'choosing', fault: fault.text } : { phase: 'failed', file, fault });
    }
  };

  const choose = async (choice: Choice) => {
    turn.current += 1;
    const mine = turn.current;
    setChosen(choice);
    try {
      const file = await fileOf(choice);
      const looked = await checkFile(file);
      if (turn.current !== mine) return;
      if (looked.ok) return await check(file);
      setState({ phase: 'choosing', fault: looked.message });
    } catch {
      if (turn.current === mine) setState({ phase: 'choosing', fault: 'The picture could not be loaded. Please try again.' });
    }
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void choose(first);
  });

  return { state, chosen, choose, check };
}
