import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

type Place = { element: HTMLElement | null; set: (element: HTMLElement | null) => void };
const PlaceContext = createContext<Place>({ element: null, set: () => {} });

/** Lets a page put buttons of its own into the top bar. */
export function PageActionsProvider({ children }: { children: ReactNode }) {
  const [element, set] = useState<HTMLElement | null>(null);
  return <PlaceContext value={{ element, set }}>{children}</PlaceContext>;
}

/** Where the top bar shows them. */
export function PageActionsPlace() {
  return <span className="row" ref={use(PlaceContext).set} />;
}

/** Buttons of the page that is shown, in the top bar. */
export function PageActions({ children }: { children: ReactNode }) {
  const { element } = use(PlaceContext);
  return element ? createPortal(children, element) : null;
}
