import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AskDialog } from '../ui/dialog/ask-dialog.tsx';

/** While `unsaved`, asks before the page is left: here for links of the dashboard, by the browser's own question for the rest. */
export function LeaveGuard({ unsaved, what = 'lists' }: { unsaved: boolean; what?: 'lists' | 'limits' }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  const isAsking = blocker.state === 'blocked';
  return (
    <AskDialog
      open={isAsking}
      onClose={() => blocker.reset?.()}
      title="Leave Content Filters without saving?"
      keep="Keep editing"
      act="Discard changes"
      onAct={() => blocker.proceed?.()}
    >
      <p className="muted">The {what} stay as last saved. You lose your changes.</p>
    </AskDialog>
  );
}
