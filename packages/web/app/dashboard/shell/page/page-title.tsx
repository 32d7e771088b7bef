import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { usePageHandle } from './page-handle.ts';

const TitleContext = createContext<{ title: string | null; set: (title: string | null) => void }>({ title: null, set: () => {} });

/** Lets a page name the thing it shows in the top bar, once it is known. */
export function PageTitleProvider({ children }: { children: ReactNode }) {
  const [title, set] = useState<string | null>(null);
  return <TitleContext value={{ title, set }}>{children}</TitleContext>;
}

/** The title that the page set, or null. */
export function useSetTitle(): string | null {
  return use(TitleContext).title;
}

/**
 * Names the window, in the tab and in the history, for as long as the page is shown; null = as its route does.
 * @param isAddressed whether the address is that page's by now
 */
export function useWindowTitle(title: string | null, isAddressed = true): void {
  const { title: usual } = usePageHandle();
  useEffect(() => {
    // Whoever leaves the page gets the title of the next route from that.
    if (isAddressed) document.title = `${title ?? usual} · Clearframe`;
  }, [title, usual, isAddressed]);
}

/** Replaces the title of the route's handle while this page is shown, in the top bar and of the window; null leaves it. */
export function usePageTitle(title: string | null, isAddressed = true): void {
  const { set } = use(TitleContext);
  useWindowTitle(title, isAddressed);
  useEffect(() => {
    set(title);
    return () => set(null);
  }, [title, set]);
}
