import { type RefObject, useEffect } from 'react';

/** Where an element stood: each ancestor with the place of the child that led to it, from the inside out. */
type Place = readonly { parent: Element; index: number }[];

const STOP = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex]';

function placeOf(element: Element): Place {
  const place: { parent: Element; index: number }[] = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    place.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return place;
}

/** A row reached by script, or its first stop that Tab reaches too. */
function stopIn(element: Element | undefined): HTMLElement | null {
  if (element === undefined) return null;
  const stops = [element, ...element.querySelectorAll(STOP)].filter((one) => one instanceof HTMLElement && one.matches(STOP));
  const found = stops.find((one, at) => one instanceof HTMLElement && (at === 0 || one.tabIndex >= 0) && one.checkVisibility());
  return found instanceof HTMLElement ? found : null;
}

/** The stop nearest to a place whose element is gone: what took it, else what stood before it, else the page. */
function nearest(place: Place, page: HTMLElement): HTMLElement {
  for (const { parent, index } of place) {
    if (parent === page) break;
    if (!parent.isConnected || !page.contains(parent)) continue;
    const stop = stopIn(parent.children[index]) ?? stopIn(parent.children[index - 1]);
    if (stop) return stop;
  }
  return page;
}

/**
 * Keeps the keyboard where it was when what had the focus goes: a row that was deleted, a file that was taken out, a bar that is no
 * longer needed. Browsers leave it at the top of the document. A page that moves the focus itself is left alone; another page
 * begins at its `<main>`.
 * @param page the `<main>`, with `tabIndex={-1}`
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: { element: Element; place: Place } | null = null;
    let frame = 0;
    // A dialog gives the focus back by itself, to what may be gone by then.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('dialog')) last = { element: target, place: placeOf(target) };
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element) || target.closest('dialog')) return;
      // A press beside everything is a choice; browsers also say so of what is about to go.
      requestAnimationFrame(() => {
        if (target.isConnected && document.activeElement === document.body && last?.element === target) last = null;
      });
    };
    const restore = () => {
      if (last === null || last.element.isConnected || document.activeElement !== document.body) return;
      if (page.current === null || document.querySelector('dialog[open]')) return;
      nearest(last.place, page.current).focus({ preventScroll: true });
    };
    // After the effects of what changed: whoever places the focus on purpose goes first.
    const onChange = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(restore);
    };
    const observer = new MutationObserver(onChange);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['open'] });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [page]);
}
