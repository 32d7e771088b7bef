import { Button } from '../../../shared/ui/button.tsx';
import factsStyles from '../../../shared/ui/facts.module.css';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import reviewStyles from './review.module.css';
import { useReview } from './review-context.ts';
import { shortcutWords } from './shortcut-words.ts';

export type ShortcutsDialogProps = { open: boolean; onClose: () => void; page: 'list' | 'detail' };

/** Every key of the page, and the switch that turns them off. */
export function ShortcutsDialog({ open, onClose, page }: ShortcutsDialogProps) {
  const { shortcuts, setShortcuts, advances, setAdvances } = useReview();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      actions={
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className={`${factsStyles.facts} ${reviewStyles.keyList}`} data-slot="facts">
        {shortcutWords
          .filter(({ on }) => on === 'both' || on === page)
          .map(({ keys, words }) => (
            <div key={words}>
              <dt>{words}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <label className={fieldStyles.check}>
        <input type="checkbox" checked={shortcuts} onChange={(event) => setShortcuts(event.target.checked)} />
        Use these keys on the review pages
      </label>
      <label className={fieldStyles.check}>
        <input type="checkbox" checked={advances} onChange={(event) => setAdvances(event.target.checked)} />
        Open the next item after Pass or Fail in To decide
      </label>
      <p className={fieldStyles.hint} data-slot="field-hint">
        Saved in this browser. You can always reach every button with Tab.
      </p>
    </Dialog>
  );
}
