import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

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
    <Dialog
      open={isAsking}
      onClose={() => blocker.reset?.()}
      title="Leave Content Filters without saving?"
      actions={
        <>
          <Button autoFocus onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
          <Button kind="fail-solid" onClick={() => blocker.proceed?.()}>
            Discard changes
          </Button>
        </>
      }
    >
      <p className="muted">The {what} stay as they were last saved. Your changes are lost.</p>
    </Dialog>
  );
}
