import { type Label, limits, type ManualVerdict, type MediaUpload } from '@clearframe/contract';
import { Undo2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { isOutOfSight } from '../../../shared/media/is-out-of-sight.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { verdictOf, wantsReview } from '../../../shared/verdict/verdict.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { PlainNote } from '../shown/plain-note.tsx';
import { VerdictCard } from '../shown/verdict-card.tsx';
import { headOf } from './head-of.tsx';
import { once } from './once.ts';
import { ReasonChoice } from './reason-choice.tsx';
import reviewStyles from './review.module.css';
import { useReview } from './review-context.ts';
import { consequenceOf, isAsked, offeredVerdicts, type Situation, verbs, verdictWord } from './situation.ts';

type DecideActions = {
  onDecide: (verdict: ManualVerdict) => void;
  /** Goes to the item after it. */
  onNext: () => void;
  onUndo: () => void;
  /** Decides from now on although somebody else looks. */
  onTakeOver: () => void;
};

type DecideButtonsProps = DecideActions & {
  media: MediaUpload;
  situation: Situation;
  /** At the lower edge of a phone, where the ways to the neighbours stand beside them and keys are not named. */
  docked?: boolean;
};

/** The word of a button, which says what it changes. */
function wordOf(verdict: ManualVerdict, situation: Situation): string {
  if (situation.kind === 'lost') return `${verdictWord[verdict]} it anyway`;
  if (situation.kind === 'made' && !situation.waits) return `Change to ${verbs[verdict]}`;
  return verdictWord[verdict];
}

/** Nobody asks for a decision, so none is offered first. */
const isPlainSafe = ({ kind }: Situation, media: MediaUpload) =>
  kind === 'open' && verdictOf(media) === 'safe' && !media.sampled && !wantsReview(media);

const verdictKeys = { pass: 'P', fail: 'F' } as const;

/** What can be done in this situation, as it stands in the card and, on phones, at the lower edge. */
export function DecideButtons({ media, situation, docked = false, onDecide, onNext, onUndo, onTakeOver }: DecideButtonsProps) {
  const { shortcuts } = useReview();
  const hint = (key: string) => (shortcuts && !docked ? <KeyHint>{key}</KeyHint> : null);
  const verdicts = offeredVerdicts(situation);
  const isOpen = isAsked(situation);
  const quiet = isPlainSafe(situation, media);
  const next = (word: string, kind: 'primary' | 'ghost') =>
    docked ? null : (
      <Button kind={kind} onClick={onNext}>
        {word}
        {hint('J')}
      </Button>
    );
  return (
    <>
      {situation.kind === 'held' ? (
        <>
          {next('Next item', 'primary')}
          <Button kind={docked ? 'secondary' : 'ghost'} onClick={once(onTakeOver)}>
            Take over
          </Button>
        </>
      ) : null}
      {situation.kind === 'made' && situation.undoable ? (
        <Button onClick={once(onUndo)}>
          <Icon of={Undo2} />
          Undo{hint('U')}
        </Button>
      ) : null}
      {(quiet ? verdicts.toReversed() : verdicts).map((verdict) => (
        <Button
          key={verdict}
          kind={!isOpen ? 'secondary' : quiet && verdict === 'pass' ? 'ghost' : verdict}
          onClick={once(() => onDecide(verdict))}
        >
          {isOpen ? <Icon of={verdict === 'pass' ? signs.check : X} /> : null}
          {quiet && verdict === 'fail' && !docked ? 'Fail it anyway' : wordOf(verdict, situation)}
          {hint(verdictKeys[verdict])}
        </Button>
      ))}
      {situation.kind === 'lost' || (situation.kind === 'made' && situation.undoable) ? next('Next', 'ghost') : null}
    </>
  );
}

type DecideCardProps = DecideActions & {
  media: MediaUpload;
  situation: Situation;
  note: RefObject<HTMLTextAreaElement | null>;
  /** Those of the account; null before they are read. `chosen` null = the usual one. */
  reasons: { labels: readonly Label[] | null; chosen: string | null; onChoose: (id: string) => void };
  /** Shows what the analysis said, where that is kept back. */
  onOpen?: (() => void) | undefined;
  /** What else helps where the analysis gave no verdict. */
  children?: ReactNode;
};

/** The verdict with what a person can do about it, and a note that the history keeps. */
export function DecideCard({ media, situation, note, reasons, onOpen, children, ...actions }: DecideCardProps) {
  const { canDecide } = useReview();
  const noteId = useId();
  // Escape leaves the field, so that the keys act again. The same press must not lead back to the list.
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  return (
    <VerdictCard media={media} head={headOf(situation, media)} onOpen={onOpen}>
      {canDecide && !isOutOfSight(media) ? (
        <>
          {children}
          {reasons.labels?.length !== 0 && offeredVerdicts(situation).includes('fail') ? (
            <ReasonChoice key={`reason of ${media.id}`} media={media} {...reasons} />
          ) : null}
          {offeredVerdicts(situation).length > 0 ? (
            <div key={`note on ${media.id}`} className={`${fieldStyles.field} ${reviewStyles.note}`} data-slot="field">
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
                onKeyDown={onKeyDown}
              />
            </div>
          ) : null}
          <div className={reviewStyles.decide} data-slot="review-decide">
            <DecideButtons key={media.id} media={media} situation={situation} {...actions} />
          </div>
          {situation.kind === 'open' ? <PlainNote media={media} /> : null}
          <p className={fieldStyles.hint} data-slot="field-hint">
            {consequenceOf(situation, media)}
          </p>
        </>
      ) : (
        <p className={`${fieldStyles.hint} ${reviewStyles.note}`} data-slot="field-hint">
          {media.withheld
            ? 'Withheld by the operator. You can pass or fail it after release.'
            : media.withheld_for
              ? 'You can pass or fail it after your break.'
              : 'You are a viewer. Owners and moderators can pass or fail it.'}
        </p>
      )}
    </VerdictCard>
  );
}
