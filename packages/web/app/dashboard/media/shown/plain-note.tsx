import { limits, type MediaUpload } from '@clearframe/contract';
import fieldStyles from '../../../shared/ui/field.module.css';

/** Says of a picture with too little in it that a decision does not reach its copies. */
export function PlainNote({ media }: { media: MediaUpload }) {
  const hash = media.analysis_metadata?.hash;
  if (!hash || hash.quality >= limits.knownQualityMin) return null;
  return (
    <p className={fieldStyles.hint} data-slot="field-hint">
      This picture has too little detail to recognise copies, so we don’t remember the decision.
    </p>
  );
}
