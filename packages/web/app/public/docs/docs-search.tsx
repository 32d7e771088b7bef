import { Search } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';

/** Looks through documentation, reference and guides. `page-script/docs-search.ts` switches it on and fills in what is found. */
export function DocsSearch() {
  return (
    <search className="docs-search" data-docs-search="/docs/search.json">
      <label htmlFor="docs-search">Search the documentation</label>
      <div className="in-wrap">
        <Icon of={Search} />
        <input className="in" id="docs-search" type="search" autoComplete="off" spellCheck={false} disabled />
      </div>
      <p className="dim" role="status" />
      <ul />
    </search>
  );
}
