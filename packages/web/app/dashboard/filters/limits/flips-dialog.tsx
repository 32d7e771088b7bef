import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { WhatIfExamples, WhatIfFault, WhatIfFlips, WhatIfSize, type WhatIfState } from '../what-if-details.tsx';
import styles from './save-bar.module.css';

type FlipsDialogProps = {
  open: boolean;
  /** The change, in one line. */
  words: string;
  what: WhatIfState;
  onClose: () => void;
};

/** The items that a change would flip, each way with what people decided, and on how many items it is tried. */
export const FlipsDialog = ({ open, words, what, onClose }: FlipsDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Items that would flip"
    actions={
      <Button autoFocus onClick={onClose}>
        Close
      </Button>
    }
  >
    <div className="row between wrap">
      <span className="muted">{words}</span>
      <WhatIfSize what={what} />
    </div>
    <div className={styles.details}>
      <div role="status" className="stack-3">
        <WhatIfFlips what={what} />
      </div>
      <WhatIfFault what={what} />
      <WhatIfExamples what={what} />
    </div>
  </Dialog>
);
