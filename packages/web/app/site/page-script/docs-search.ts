/**
 * `data-docs-search`: the field that looks through the file that the attribute names. Field, code and file are ready when it is
 * entered, not before: most readers of a page search nothing.
 */
export function startDocsSearch(): void {
  const search = document.querySelector<HTMLElement>('[data-docs-search]');
  const field = search?.querySelector('input');
  if (!search || !field) return;
  const open = async () => {
    try {
      const { openSearch } = await import('./open-search.ts');
      await openSearch(search, field);
    } catch {
      const status = search.querySelector('[role=status]');
      if (status) status.textContent = 'The search could not be loaded. Leave the field and enter it again to try once more.';
      field.addEventListener('focus', open, { once: true });
    }
  };
  field.addEventListener('focus', open, { once: true });
  field.disabled = false;
}
