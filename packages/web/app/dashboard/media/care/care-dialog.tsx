import type { ReactNode } from 'react';
import type { VeilLook } from '../../../shared/media/veil-look.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import selectStyles from '../../ui/select.module.css';
import toolsStyles from '../../ui/tools.module.css';
import { useReview } from '../decide/review-context.ts';
import type { BlurStrength } from '../decide/use-manner.ts';

const looks: readonly (readonly [VeilLook, string])[] = [
  ['blur', 'Blurred'],
  ['grey', 'Grey'],
  ['off', 'As it is'],
];
const strengths: readonly (readonly [BlurStrength, string])[] = [
  ['light', 'Light'],
  ['medium', 'Medium'],
  ['strong', 'Strong'],
];

/** How the person wants to see flagged media. Each choice holds at once. */
export function CareDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { manner } = useReview();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Your view of flagged media"
      actions={
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={toolsStyles.tools}>
        <Choice label="Before you reveal it" options={looks} value={manner.veil} onPick={manner.setVeil} />
        {manner.veil === 'blur' ? (
          <Choice label="Blur" options={strengths} value={manner.strength} onPick={manner.setStrength} />
        ) : null}
      </div>
      <Switch isOn={manner.isGrey} onTurn={manner.setGrey}>
        Show what you reveal in grey
      </Switch>
      <Switch isOn={manner.isSmall} onTurn={manner.setSmall}>
        Show revealed pictures small first
      </Switch>
      <Switch isOn={manner.isMuted} onTurn={manner.setMuted}>
        Start flagged videos without sound
      </Switch>
      <p className={fieldStyles.hint} data-slot="field-hint">
        Saved in this browser, for you alone.
      </p>
    </Dialog>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onPick: (value: T) => void;
};

function Choice<T extends string>({ label, options, value, onPick }: ChoiceProps<T>) {
  const pick = (picked: string) => {
    const option = options.find(([name]) => name === picked);
    if (option) onPick(option[0]);
  };
  return (
    <label className={selectStyles.select} data-slot="select">
      <span>{label}</span>
      <select value={value} onChange={(event) => pick(event.target.value)}>
        {options.map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

function Switch({ isOn, onTurn, children }: { isOn: boolean; onTurn: (isOn: boolean) => void; children: ReactNode }) {
  return (
    <label className={fieldStyles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} />
      {children}
    </label>
  );
}
