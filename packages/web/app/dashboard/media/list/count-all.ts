import type { MediaCounts } from '@clearframe/contract';

/** Each item has one of these three; the other counts look at the same items from elsewhere. */
export const countAll = ({ counts: { safe, flagged, not_checked } }: Pick<MediaCounts, 'counts'>): number =>
  safe + flagged + not_checked;
