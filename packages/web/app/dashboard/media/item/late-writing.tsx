import { itemEndpoints, type MediaUpload, type WritingAsked } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { part } from '../../../shared/ui/part.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';

/** Few items are read after their verdict. */
const ReadAfterwards = part(async () => (await import('./read-afterwards.tsx')).ReadAfterwards);

/** What the analysis left out: opening the page has it read, and what was read later says so. */
export function LateWriting({ media }: { media: MediaUpload }) {
  const { moderation } = media;
  if (!moderation) return null;
  if (moderation.ai_analysis.writing === 'not_read') return <ReadingWriting media={media} />;
  const { read_later } = moderation;
  if (!read_later) return null;
  return (
    <Suspense>
      <ReadAfterwards later={read_later} passed={moderation.passed} text={moderation.ai_analysis.text} />
    </Suspense>
  );
}

const sentences = {
  read: 'Reading text…',
  reading: 'Reading text…',
  unreadable: 'We could not read its text in three attempts. Analyse the item again.',
  withheld: 'We don’t read text while the item is withheld.',
} as const;

/** A try may fail or meet a hold: asking again begins the next one, or says why none follows. */
export const askAgainMs = (asked: WritingAsked | undefined) => (asked?.state === 'reading' ? 10_000 : false);

function ReadingWriting({ media }: { media: MediaUpload }) {
  const asked = useQuery({
    queryKey: keys.readingOf(media.id, media.moderationCheckedAt),
    queryFn: ({ signal }) => call(itemEndpoints.readWriting, { params: { id: media.id }, signal }),
    // The item says when it is read.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => askAgainMs(state.data),
    gcTime: 0,
    retry: false,
  });
  if (asked.isError) return <LoadFault title="Could not read its text now" query={asked} />;
  const state = asked.data?.state ?? 'reading';
  const isWaiting = state === 'reading' || state === 'read';
  return (
    <p className="muted row" role="status">
      {isWaiting ? <Spinner /> : null}
      {sentences[state]}
    </p>
  );
}
