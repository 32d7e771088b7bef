import type { MediaUpload } from '@clearframe/contract';
import { use, useState } from 'react';
import { RevealsContext } from '../../../shared/media/reveals-context.ts';
import { useVeilLook } from '../../../shared/media/veil-look.ts';
import { revealWords } from '../../../shared/ui/veil.tsx';
import { titleOf, verdictOf } from '../../../shared/verdict/verdict.ts';

/** Whether one large picture is veiled, and how it looks. It is counted before it is revealed. */
export function useHiding(media: MediaUpload, startsHidden: boolean) {
  const reveals = use(RevealsContext);
  const look = useVeilLook();
  const [revealed, setRevealed] = useState(!startsHidden);
  const [said, setSaid] = useState('');
  const flagged = verdictOf(media) === 'flagged';
  const canHide = flagged && look === 'blur';
  const hidden = canHide && !revealed;
  const isGrey = flagged && (look === 'grey' || (look === 'blur' && reveals?.isGrey === true));
  return {
    canHide,
    hidden,
    alt: hidden ? 'Hidden: flagged media' : titleOf(media),
    look: hidden ? ('hidden' as const) : isGrey ? ('grey' as const) : ('clear' as const),
    toggle: async () => {
      const opens = !revealed && (await reveals?.ask(media.id)) !== false;
      setRevealed(opens);
      if (opens !== revealed) setSaid(revealWords(opens, titleOf(media)));
    },
    /** For a live region of the dialog: the page behind it is silent. */
    said,
  };
}
