import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

type Fruit = { id: number; name: string; weight: number };
const rows: readonly Fruit[] = [
  { id: 1, name: 'Pear', weight: 180 },
  { id: 2, name: 'Plum', weight: 40 },
];
const columns: readonly Column<Fruit>[] = [
  { header: 'Fruit', className: 'breakable', cell: ({ name }) => name },
  { header: 'Weight of one', label: 'Weight', className: 'figures', cell: ({ weight }) => weight },
  { header: 'Since', dir: 'auto', cell: () => 'today' },
  { header: 'Actions', isHeaderHidden: true, cell: () => <button type="button">Eat</button> },
];
type Given = Partial<Parameters<typeof DataTable<Fruit>>[0]>;
const draw = (given: Given = {}) =>
  renderToStaticMarkup(<DataTable columns={columns} rows={rows} rowKey={({ id }) => id} {...given} />);

describe('DataTable', () => {
  it('says each header once, those of actions to readers only', () => {
    expect(draw().match(/<th .*?<\/th>/g)).toEqual([
      '<th scope="col">Fruit</th>',
      '<th scope="col">Weight of one</th>',
      '<th scope="col">Since</th>',
      '<th scope="col"><span class="visually-hidden">Actions</span></th>',
    ]);
  });

  it('labels cells for phones by their header or a shorter word, but neither what names the row nor actions', () => {
    const [, pear] = draw().split('<tr>').slice(1);
    expect(pear).toMatch(/^<td class="\S*lead\S* breakable">Pear<\/td><td class="figures" data-l="Weight">180<\/td>/);
    expect(pear).toContain('<td data-l="Since" dir="auto">today</td><td><button');
    expect(
      draw({ columns: [...columns.slice(0, 1), { header: 'File', isHeaderHidden: true, label: '', cell: () => 'PDF' }] }),
    ).toContain('<td data-l="">PDF</td>');
  });

  it('gives figures a header in each row, and none of what is for the eye where it is only read out', () => {
    const html = draw({ columns: columns.slice(0, 2), hasRowHeaders: true, caption: 'Weights' });
    expect(html).toContain('<table class="tbl"><caption class="visually-hidden">Weights</caption>');
    expect(html).toContain('<tr><th scope="row">Pear</th><td class="figures" data-l="Weight">180</td></tr>');
    expect(draw({ isHidden: true })).toContain('<table class="visually-hidden">');
    expect(draw({ isHidden: true })).not.toContain('data-l="Since"');
  });

  it('is named by the heading above it', () => {
    expect(draw({ labelledBy: 'fruit' })).toContain('<table class="tbl" aria-labelledby="fruit">');
  });

  it('shows grey rows while the rows load, and what was given where there are none', () => {
    const loading = draw({ rows: undefined, empty: <p>No fruit</p> });
    expect(loading.match(/data-slot="skeleton"/g)).toHaveLength(3);
    expect(loading).not.toContain('No fruit');
    expect(draw({ rows: [], empty: <p>No fruit</p> })).toBe('<p>No fruit</p>');
    expect(draw({ rows: [] })).toBe('');
  });
});
