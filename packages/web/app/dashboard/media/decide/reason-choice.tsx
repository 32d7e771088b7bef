import type { Label, MediaUpload } from '@clearframe/contract';
import { KeyHint } from '../../ui/key-hint.tsx';
import styles from './reason-choice.module.css';
import { offeredReasons, usualReason } from './reasons.ts';
import { useReview } from './review-context.ts';

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
  return offeredReasons(labels).map(({ id, name, second_review }, index) => (
    <label key={id}>
      <input type="radio" name="reason" checked={(chosen ?? usual.id) === id} onChange={() => onChoose(id)} />
      <span dir="auto">
        {name}
        {id === usual.id && media.moderation?.ai_analysis?.flagged ? <small> · matches the finding</small> : null}
        {second_review ? <small> · another person must agree</small> : null}
      </span>
      {shortcuts && index < 9 ? <KeyHint>{String(index + 1)}</KeyHint> : null}
    </label>
  ));
}
