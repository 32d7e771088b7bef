import type { MediaUpload } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mediaItemQuery } from '../../shell/api/media-item-query.ts';
import type { Size } from './view.ts';

type Loaded = Size & { src: string };

/** The longer side of a large copy, to keep its place until it is there. */
const LARGE = 1_600;

function expectedSize({ width, height }: MediaUpload): Size {
  if (!width || !height) return { width: 4, height: 3 };
  const scale = Math.min(1, LARGE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * The large copy of an item, which the server makes when it is first asked for, and the small copy in its place until it is there.
 * Later addresses of the same copy are left alone.
 */
export function useLargePicture(media: MediaUpload) {
  const queries = useQueryClient();
  const [address, setAddress] = useState(media.signedDisplayUrl);
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  if (address === null && media.signedDisplayUrl !== null) setAddress(media.signedDisplayUrl);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks once more, also for the same address
  useEffect(() => {
    if (address === null) return;
    const picture = new Image();
    const onLoad = () => setLoaded({ src: address, width: picture.naturalWidth, height: picture.naturalHeight });
    const onError = () => setFailed(true);
    picture.addEventListener('load', onLoad);
    picture.addEventListener('error', onError);
    picture.src = address;
    return () => {
      picture.removeEventListener('load', onLoad);
      picture.removeEventListener('error', onError);
    };
  }, [address, tries]);
  const retry = async () => {
    setFailed(false);
    // The address may have expired.
    const { queryKey, queryFn } = mediaItemQuery(media.id);
    const fresh = await queries.fetchQuery({ queryKey, ...(queryFn && { queryFn }), staleTime: 0 }).catch(() => null);
    if (fresh?.signedDisplayUrl) setAddress(fresh.signedDisplayUrl);
    setTries((before) => before + 1);
  };
  return {
    state: loaded ? ('loaded' as const) : failed ? ('failed' as const) : ('loading' as const),
    src: loaded?.src ?? media.signedThumbnailUrl,
    size: loaded ? { width: loaded.width, height: loaded.height } : expectedSize(media),
    retry: () => void retry(),
  };
}
