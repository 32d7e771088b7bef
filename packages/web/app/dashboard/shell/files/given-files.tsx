import { useQuery } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { formatFrames } from '../../../shared/format/format.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { usageQuery } from '../api/usage-query.ts';
import { useMay } from '../role/use-may.ts';
import { type Access, accessOf } from '../subscription/access.ts';
import type { GivenProps } from './given.ts';
import styles from './given-files.module.css';
import { handedFiles } from './handed-files.ts';

/** Browsers that keep the number to themselves say 0. */
const countWords = (count: number) => (count === 0 ? 'them' : count === 1 ? '1 picture' : `${count} pictures`);

function costWords(count: number, access: Access): string {
  if (access.state === 'open' && count > 0) return `Uses ${count} of the ${formatFrames(access.usage.media_remaining)} left.`;
  if (access.state === 'none') return 'You need a plan or the free trial first.';
  return access.state === 'exhausted' ? 'All frames of this period are used.' : 'Each picture costs one frame.';
}

/** One target over the whole window while files are dragged, and a question for pasted ones. Both lead to Upload Media. */
export function GivenFiles({ given, onDone }: GivenProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const mayUpload = useMay('media.upload') !== false;
  const access = accessOf(useQuery(usageQuery));
  const upload = (files: readonly File[]) => {
    onDone();
    handedFiles.give(files);
    void navigate('/dashboard/upload');
  };
  const onGiven = useEffectEvent(() => {
    if (given === null || given.by === 'drag') return;
    if (!mayUpload) {
      onDone();
      return toast('You are a viewer. Owners and moderators can upload.');
    }
    if (given.files.length === 0) return onDone();
    if (given.by === 'drop') upload(given.files);
  });
  useEffect(() => {
    if (given) onGiven();
  }, [given]);
  const pasted = given?.by === 'paste' && mayUpload ? given : null;
  const words = given ? `Drop to check ${countWords(given.count)}` : '';
  return (
    <>
      <div role="status">
        {given?.by === 'drag' && mayUpload ? (
          <div className={styles.target} data-slot="drop-target">
            <Icon of={ImageUp} large />
            <strong>{words}</strong>
            <span>{costWords(given.count, access)}</span>
          </div>
        ) : null}
      </div>
      <AskDialog
        open={pasted !== null}
        onClose={onDone}
        title={`Check ${countWords(pasted?.files.length ?? 0)}?`}
        keep="Cancel"
        act="Check"
        kind="primary"
        onAct={() => upload(pasted?.files ?? [])}
      >
        <p className="muted">{costWords(pasted?.files.length ?? 0, access)}</p>
      </AskDialog>
    </>
  );
}
