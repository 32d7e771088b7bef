import { findSections, isSearchEntry, type SearchEntry, snippetOf } from '../search/search-entries.ts';

function itemOf(entry: SearchEntry, query: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = item.appendChild(document.createElement('a'));
  link.href = entry.path;
  link.append(entry.heading === entry.page ? entry.page : `${entry.page}: ${entry.heading}`);
  item.appendChild(document.createElement('p')).append(snippetOf(entry, query));
  return item;
}

const wordsFor = (found: number) => (found === 0 ? 'Nothing found' : `${found} ${found === 1 ? 'section' : 'sections'} found`);

/** Has the field look through the file while something is typed. @throws when the file cannot be had */
export async function openSearch(search: HTMLElement, field: HTMLInputElement): Promise<void> {
  const answer = await fetch(search.dataset.docsSearch ?? '');
  const list: unknown = await answer.json();
  const entries = Array.isArray(list) ? list.filter(isSearchEntry) : [];
  const status = search.querySelector('[role=status]');
  const results = search.querySelector('ul');
  if (!status || !results) return;

  const show = () => {
    const query = field.value.trim();
    const found = findSections(entries, query);
    results.replaceChildren(...found.map((entry) => itemOf(entry, query)));
    status.textContent = query === '' ? '' : wordsFor(found.length);
  };
  const step = (event: KeyboardEvent, by: number) => {
    const stops: (Element | null)[] = [field, ...results.querySelectorAll('a')];
    const stop = stops[stops.indexOf(document.activeElement) + by];
    if (stop instanceof HTMLElement) stop.focus();
    event.preventDefault();
  };
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') step(event, 1);
    if (event.key === 'ArrowUp') step(event, -1);
    if (event.key !== 'Escape') return;
    field.value = '';
    field.focus();
    show();
  });
  field.addEventListener('input', show);
  // What was typed while the file came.
  show();
}
