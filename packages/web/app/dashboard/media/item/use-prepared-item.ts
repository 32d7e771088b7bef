import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';

/** Copies of the items that come next: the browser lets go what nobody holds, and would read it anew while somebody looks. */
const copies: HTMLImageElement[] = [];
const HELD = 4;

function hold(src: string): void {
  const copy = new Image();
  copy.src = src;
  copies.push(copy);
  copies.splice(0, copies.length - HELD);
}

/** Reads the item that comes next, and has its large copy made and both loaded, so that it is there when somebody goes on. */
export function usePreparedItem(id: string | null | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!id) return;
    let isLeft = false;
    const prepare = async () => {
      const { withheld, signedThumbnailUrl, signedDisplayUrl } = await queries.fetchQuery(mediaItemQuery(id));
      if (isLeft || withheld) return;
      for (const address of [signedThumbnailUrl, signedDisplayUrl]) if (address !== null) hold(address);
    };
    // What cannot be read now is read, and explained, when it is opened.
    prepare().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [id, queries]);
}
