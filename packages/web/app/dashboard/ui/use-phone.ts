import { useSyncExternalStore } from 'react';

let asked: MediaQueryList | null = null;

/** As in the style sheets. Asking once for all costs a page that is drawn often nothing. */
function phone(): MediaQueryList {
  asked ??= matchMedia('(max-width: 39.99rem)');
  return asked;
}

const watch = (onChange: () => void) => {
  phone().addEventListener('change', onChange);
  return () => phone().removeEventListener('change', onChange);
};

/** Whether the window is as narrow as a phone: for what need not be made where it is not shown. */
export const usePhone = (): boolean => useSyncExternalStore(watch, () => phone().matches);
