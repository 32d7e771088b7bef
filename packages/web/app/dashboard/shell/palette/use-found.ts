import { authorsEndpoints, mediaEndpoints } from '@clearframe/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Image, User } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatShortDate } from '../../../shared/format/format.ts';
import { stateWord, titleOf } from '../../../shared/verdict/verdict.ts';
import { mediaItemQuery } from '../api/media-item-query.ts';
import { uploaderAddress } from '../page/uploader-address.ts';
import type { Choice } from './choices.ts';

const PAUSE_MS = 200;
const LEAST = 2;
const MOST = 5;
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Uploaders and items that the server finds: by name, or an item by its id. */
export function useFound(text: string): { choices: Choice[]; isPending: boolean; isError: boolean } {
  const wanted = useSettled(text.trim());
  const enabled = wanted.length >= LEAST && !isId(wanted);
  const authors = useQuery({
    queryKey: keys.authors.list(wanted, 'newest', 1),
    queryFn: ({ signal }) => call(authorsEndpoints.listAuthors, { query: { sort: 'newest', page: 1, search: wanted }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const items = useQuery({
    queryKey: keys.media.list({ search: wanted, limit: MOST }),
    queryFn: ({ signal }) => call(mediaEndpoints.listMedia, { query: { search: wanted, limit: MOST }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const one = useQuery({ ...mediaItemQuery(wanted), enabled: isId(wanted), retry: false });
  const found = isId(wanted) ? (one.data ? [one.data] : []) : enabled ? (items.data?.media_uploads ?? []) : [];
  const asked = isId(wanted) ? [one] : enabled ? [authors, items] : [];
  return {
    choices: [
      ...(enabled ? (authors.data?.authors ?? []) : []).slice(0, MOST).map(
        ({ id, name, strikes }): Choice => ({
          id: `author ${id}`,
          group: 'Uploaders',
          icon: User,
          text: name ?? id,
          note: strikes.active === 1 ? '1 strike' : `${strikes.active} strikes`,
          to: uploaderAddress(id),
        }),
      ),
      ...found.map(
        (item): Choice => ({
          id: `item ${item.id}`,
          group: 'Items',
          icon: Image,
          text: titleOf(item),
          note: `${stateWord(item)}, ${formatShortDate(item.createdAt)}`,
          to: `/dashboard/media/${item.id}`,
        }),
      ),
    ],
    isPending: text.trim() !== wanted || asked.some(({ isFetching }) => isFetching),
    // An id that nothing has is no fault: there is nothing to find.
    isError: !isId(wanted) && asked.some(({ isError }) => isError),
  };
}
