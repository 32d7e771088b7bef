import { itemEndpoints, type MediaUpload, messages } from '@clearframe/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatFrames } from '../../../shared/format/format.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { useToast } from '../../../shared/ui/toast.tsx';
import { titleOf } from '../../../shared/verdict/verdict.ts';
import { keepItem, leaveItem } from '../../shell/api/media-item-query.ts';
import { usageQuery } from '../../shell/api/usage-query.ts';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { framesOf } from '../video/seconds-of.ts';
import { beginAtHeading } from './begin-at-heading.ts';
import { dropItem } from './drop-item.ts';

type AskProps = { media: MediaUpload; open: boolean; onClose: () => void };

/** Whether a decision of a person holds now. */
const isDecided = (media: MediaUpload) =>
  media.decisions.some(({ undone_at, overruled_at }) => undone_at === null && overruled_at === null);

/** Asks what another analysis costs and replaces, and queues it. */
export function ReanalyseDialog({ media, open, onClose }: AskProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const usage = useQuery({ ...usageQuery, enabled: open });
  const [overrule, setOverrule] = useState(false);
  const left = usage.data?.usage?.media_remaining;
  const price = formatFrames(framesOf(media));
  const run = useMutation({
    mutationFn: () => call(itemEndpoints.reanalyseMedia, { params: { id: media.id }, body: { overrule } }),
    onSuccess: () => {
      toast('Analysis queued');
      void queries.invalidateQueries({ queryKey: keys.media.all });
      void queries.invalidateQueries({ queryKey: usageQuery.queryKey });
    },
  });
  return (
    <AskDialog
      about={media.id}
      open={open}
      onClose={onClose}
      title={`Analyse “${titleOf(media)}” again?`}
      keep="Cancel"
      act={`Analyse for ${price}`}
      kind="primary"
      faultTitle="Could not queue the analysis"
      fallback={messages.requestFailed}
      onAct={() => run.mutateAsync()}
    >
      {(fault) => (
        <>
          {fault}
          <p>
            It costs {price}, like an upload{left === undefined ? '' : `; ${formatFrames(left)} left`}. A failed analysis is free.
          </p>
          {isDecided(media) ? (
            <label className={fieldStyles.check}>
              <input type="checkbox" checked={overrule} onChange={(event) => setOverrule(event.target.checked)} />
              Let the new result replace a person’s decision
            </label>
          ) : null}
        </>
      )}
    </AskDialog>
  );
}

/** Asks before it deletes an item for good. @param after where to go then */
export function DeleteDialog({ media, open, onClose, after }: AskProps & { after: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { state } = useLocation();
  const toast = useToast();
  const run = useMutation({
    mutationFn: () => call(itemEndpoints.deleteMedia, { params: { id: media.id } }),
    onMutate: () => leaveItem(media.id),
    onError: () => {
      keepItem(media.id);
      // What came meanwhile was not read.
      void queries.invalidateQueries({ queryKey: keys.media.all });
    },
    onSuccess: async () => {
      toast(`Deleted: ${titleOf(media)}`);
      dropItem(queries, media.id);
      // Whoever came through the queue stays in it.
      await navigate(after, { replace: true, state });
      queries.removeQueries({ queryKey: keys.media.item(media.id) });
      for (const queryKey of [keys.media.all, keys.knownPictures.all, keys.quality.all])
        void queries.invalidateQueries({ queryKey });
      // The list has a focus of its own.
      if (after.startsWith('/dashboard/media/')) await beginAtHeading();
    },
  });
  return (
    <AskDialog
      about={media.id}
      open={open}
      onClose={onClose}
      title={`Delete “${titleOf(media)}”?`}
      keep="Keep it"
      act="Delete"
      faultTitle="Could not delete the item"
      fallback={messages.requestFailed}
      onAct={() => run.mutateAsync()}
    >
      {(fault) => (
        <>
          {fault}
          <p>This deletes the file, its copies, the result and the history forever. Its charge stays in your usage.</p>
        </>
      )}
    </AskDialog>
  );
}
