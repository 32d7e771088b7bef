import { createContext, use } from 'react';

/** How flagged media is shown: blurred, grey and sharp, or as it is. */
export type VeilLook = 'blur' | 'grey' | 'off';

export const VeilLookContext = createContext<VeilLook>('blur');

/** The veil as the person wants it; blurred on pages outside of Content Review. */
export function useVeilLook(): VeilLook {
  return use(VeilLookContext);
}
