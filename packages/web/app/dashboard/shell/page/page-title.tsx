import { createContext, type ReactNode, use, useEffect, useState } from 'react';

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

/** Replaces the title of the route's handle while this page is shown; null leaves it. */
export function usePageTitle(title: string | null): void {
  const { set } = use(TitleContext);
  useEffect(() => {
    set(title);
    return () => set(null);
  }, [title, set]);
}
