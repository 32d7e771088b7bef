import { limits, type ManualVerdict, type MediaUpload } from '@clearframe/contract';
import { X } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { verdictOf } from '../../../shared/verdict/verdict.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { PlainNote } from '../shown/match-note.tsx';
import { VerdictCard } from '../shown/verdict-card.tsx';
import reviewStyles from './review.module.css';
import { useReview } from './review-context.ts';

const firstWords = {
  flagged: 'Pass overrides the flag. Fail confirms it',
  safe: 'Pass confirms the verdict. Fail flags it',
  not_checked: 'Pass marks it safe. Fail flags it',
} as const;

/** What Pass and Fail do to this item. Of the sample it says the same, whatever the verdict: people judge it without knowing. */
export function decideHint(media: MediaUpload): string {
  const words = media.sampled ? 'Pass leaves it as it is. Fail flags it' : firstWords[verdictOf(media)];
  return `${words} and calls your webhook.`;
}

type DecideCardProps = {
  media: MediaUpload;
  onDecide: (verdict: ManualVerdict) => void;
  note: RefObject<HTMLTextAreaElement | null>;
  /** Shows what the analysis said, where that is kept back. */
  onOpen?: (() => void) | undefined;
};

/** Both buttons, as they stand in the card and, on phones, at the lower edge. */
export function DecideButtons({ onDecide, keys = false }: Pick<DecideCardProps, 'onDecide'> & { keys?: boolean }) {
  return (
    <>
      <Button kind="pass" onClick={() => onDecide('pass')}>
        <Icon of={signs.check} />
        Pass{keys ? <KeyHint>P</KeyHint> : null}
      </Button>
      <Button kind="fail" onClick={() => onDecide('fail')}>
        <Icon of={X} />
        Fail{keys ? <KeyHint>F</KeyHint> : null}
      </Button>
    </>
  );
}

/** The verdict with Pass and Fail, and a note that the history keeps. */
export function DecideCard({ media, onDecide, note, onOpen }: DecideCardProps) {
  const { canDecide, shortcuts } = useReview();
  const noteId = useId();
  return (
    <VerdictCard media={media} onOpen={onOpen}>
      {canDecide && !media.withheld ? (
        <>
          <div className={`${fieldStyles.field} ${reviewStyles.note}`} data-slot="field">
            <label htmlFor={noteId}>
              Note
              <span className={fieldStyles.optional}>Optional</span>
            </label>
            <textarea
              id={noteId}
              ref={note}
              className={fieldStyles.input}
              data-slot="field-input"
              rows={2}
              maxLength={limits.noteMaxLength}
              placeholder="Reason, for the history"
            />
          </div>
          <div className={reviewStyles.decide} data-slot="review-decide">
            <DecideButtons onDecide={onDecide} keys={shortcuts} />
          </div>
          <PlainNote media={media} />
          <p className={fieldStyles.hint} data-slot="field-hint">
            {decideHint(media)}
          </p>
        </>
      ) : (
        <p className={`${fieldStyles.hint} ${reviewStyles.note}`} data-slot="field-hint">
          {media.withheld
            ? 'Withheld by the operator. You can pass or fail it after release.'
            : 'You are a viewer. Owners and moderators can pass or fail it.'}
        </p>
      )}
    </VerdictCard>
  );
}
