import { itemEndpoints, type KeywordCheck, type MediaUpload, type ReadLater, type WritingAsked } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';

/** What the analysis left out: opening the page has it read, and what was read later says so. */
export function LateWriting({ media }: { media: MediaUpload }) {
  const { moderation } = media;
  if (!moderation) return null;
  if (moderation.ai_analysis.writing === 'not_read') return <ReadingWriting media={media} />;
  const { read_later } = moderation;
  return read_later ? <ReadAfterwards later={read_later} passed={moderation.passed} text={moderation.ai_analysis.text} /> : null;
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

/** "casino, poker", or that a required keyword is missing. */
function whyFailed({ foundForbidden, missingRequired }: KeywordCheck): string {
  const found = foundForbidden.length > 0 ? [`Forbidden keywords found: ${foundForbidden.join(', ')}.`] : [];
  const missing = missingRequired.length > 0 ? ['No required keyword found.'] : [];
  return [...found, ...missing].join(' ');
}

function ReadAfterwards({ later, passed, text }: { later: ReadLater; passed: boolean; text: string }) {
  const { at, keyword_check: check } = later;
  return (
    <>
      <p className="muted">
        {text === '' ? 'No text found.' : 'We read the text after the verdict.'} <Time at={at} as="dateTime" />
      </p>
      {passed && !check.passed ? (
        <Banner kind="warning" title="Your keyword lists would now fail this item">
          {whyFailed(check)} The verdict stays until somebody decides or analyses the item again.
        </Banner>
      ) : null}
    </>
  );
}
