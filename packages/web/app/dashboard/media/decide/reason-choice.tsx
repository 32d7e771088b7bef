import type { Label, MediaUpload } from '@clearframe/contract';
import { KeyHint } from '../../ui/key-hint.tsx';
import styles from './reason-choice.module.css';
import { offeredReasons, usualReason, waitingFail } from './reasons.ts';
import { useReview } from './review-context.ts';
import { whoDecided } from './situation.ts';

type ReasonChoiceProps = {
  media: MediaUpload;
  /** null = on their way: the place is kept. */
  labels: readonly Label[] | null;
  /** Id of the one that the person chose; null = the usual one. */
  chosen: string | null;
  onChoose: (id: string) => void;
};

/** Why it fails. The one that fits what was found stands until another is chosen; a Pass takes none. */
export function ReasonChoice({ labels, ...choice }: ReasonChoiceProps) {
  return (
    <fieldset className={styles.reasons}>
      <legend>Reason for a Fail</legend>
      <div aria-busy={labels === null}>{labels ? <Reasons labels={labels} {...choice} /> : null}</div>
    </fieldset>
  );
}

function Reasons({ media, labels, chosen, onChoose }: ReasonChoiceProps & { labels: readonly Label[] }) {
  const { shortcuts } = useReview();
  const usual = usualReason(labels, media);
  const waiting = waitingFail(media);
  const whyUsual = () => {
    if (waiting?.label?.id === usual.id) return `chosen by ${whoDecided(waiting)}`;
    return media.moderation?.ai_analysis?.flagged ? 'matches the finding' : null;
  };
  const wordsOf = ({ id, second_review }: Label) =>
    // Whoever answers a Fail is the other person already.
    [id === usual.id ? whyUsual() : null, second_review && !waiting ? 'another person must agree' : null].filter(
      (words) => words !== null,
    );
  return offeredReasons(labels).map((label, index) => (
    <label key={label.id}>
      <input type="radio" name="reason" checked={(chosen ?? usual.id) === label.id} onChange={() => onChoose(label.id)} />
      <span dir="auto">
        {label.name}
        {wordsOf(label).map((words) => (
          <small key={words}> · {words}</small>
        ))}
      </span>
      {shortcuts && index < 9 ? <KeyHint>{String(index + 1)}</KeyHint> : null}
    </label>
  ));
}
