import type { MediaUpload } from '@clearframe/contract';

/** Whether this person is shown nothing of it now: held by the operator, or during their break. Nobody decides what they cannot see. */
export const isOutOfSight = ({ withheld, withheld_for }: Pick<MediaUpload, 'withheld' | 'withheld_for'>): boolean =>
  withheld || withheld_for !== undefined;
