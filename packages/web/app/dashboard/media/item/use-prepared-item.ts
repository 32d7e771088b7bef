import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { prepareCopy } from '../../../shared/media/prepared-copies.ts';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';

/** Reads the item that comes next, and has its large copy made and loaded, so that it is there when somebody goes on. */
export function usePreparedItem(id: string | null | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!id) return;
    let isLeft = false;
    const prepare = async () => {
      const { withheld, signedDisplayUrl } = await queries.fetchQuery(mediaItemQuery(id));
      if (!isLeft && !withheld && signedDisplayUrl !== null) prepareCopy(signedDisplayUrl);
    };
    // What cannot be read now is read, and explained, when it is opened.
    prepare().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [id, queries]);
}
