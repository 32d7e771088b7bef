import { onForgetPerson } from '../../../shared/session/forget-person.ts';
import { createOwnDecisions } from './own-decisions.ts';

type Undoable = { run: () => void; dismiss: () => void };

const newDesk = () => ({
  own: createOwnDecisions(),
  /** The newest decision, whichever page made it. */
  newest: null as object | null,
  /** How it is taken back, while it can be: other toasts come and go meanwhile. */
  undoable: null as Undoable | null,
  /** What was refused after its page was left, and is not told yet. */
  untold: [] as string[],
});
export type Desk = ReturnType<typeof newDesk>;

let desk = newDesk();
onForgetPerson(() => {
  desk.undoable?.dismiss();
  desk = newDesk();
});

/** What one person decided, for whoever comes back to Content Review. The next one to sign in begins with nothing. */
export const currentDesk = (): Desk => desk;
