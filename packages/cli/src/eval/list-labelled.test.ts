import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { listLabelled } from './list-labelled.ts';

const gif = 'GIF89a, and enough bytes to be looked at';

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The CSV's text as a file beside a picture `a.gif`. */
const csvOf = (text: string) =>
  join(folderOf({ 'labels.csv': text, 'a.gif': gif, 'b, c.gif': gif, 'sub/d.gif': gif }), 'labels.csv');

describe('a labelled folder', () => {
  it('takes the names of its folders as labels, for all that lies deeper too', async () => {
    const folder = folderOf({
      'safe/a.gif': gif,
      'flagged/b.gif': gif,
      'Self-Harm/deep/c.gif': gif,
      'd.gif': gif,
      '.git/e.gif': gif,
    });
    const labelled = await listLabelled(folder);
    expect(labelled).toEqual([
      {
        label: join(folder, 'Self-Harm/deep/c.gif'),
        source: { path: join(folder, 'Self-Harm/deep/c.gif') },
        labels: new Set(['self_harm']),
      },
      { label: join(folder, 'flagged/b.gif'), source: { path: join(folder, 'flagged/b.gif') }, labels: 'flagged' },
      { label: join(folder, 'safe/a.gif'), source: { path: join(folder, 'safe/a.gif') }, labels: 'safe' },
    ]);
  });

  it('refuses a folder whose name is no label, and says which there are', async () => {
    await expect(listLabelled(folderOf({ 'safe/a.gif': gif, 'nudty/b.gif': gif }))).rejects.toThrow(
      /nudty has the label "nudty"; a label is safe, flagged, or a category: sexual_explicit, nudity/,
    );
  });

  it('refuses what holds no label at all, and what is not there', async () => {
    await expect(listLabelled(folderOf({ 'a.gif': gif }))).rejects.toThrow('There is no labelled picture');
    await expect(listLabelled('/nowhere/at/all')).rejects.toThrow('There is no file or folder /nowhere/at/all');
  });
});

describe('a CSV file', () => {
  it('takes quoted names, several categories, other columns and any order; paths count from where it lies', async () => {
    const path = csvOf(
      '\ufeffLabel,note,File\r\nsafe,"say ""x""\nand more",a.gif\r\n\r\n" violence; Gore ",,"b, c.gif"\r\nflagged,,sub/d.gif\r\n',
    );
    const folder = dirname(path);
    expect(await listLabelled(path)).toEqual([
      { label: 'a.gif', source: { path: join(folder, 'a.gif') }, labels: 'safe' },
      { label: 'b, c.gif', source: { path: join(folder, 'b, c.gif') }, labels: new Set(['violence', 'gore']) },
      { label: 'sub/d.gif', source: { path: join(folder, 'sub/d.gif') }, labels: 'flagged' },
    ]);
  });

  it('keeps a row whose file is missing or a folder as a problem of that row', async () => {
    const listed = await listLabelled(csvOf('file,label\nnone.gif,safe\nsub,safe\n'));
    expect(listed.map(({ source }) => source)).toEqual([
      { problem: 'There is no such file or folder' },
      { problem: 'It is a folder' },
    ]);
  });

  it.each([
    ['file\na.gif\n', 'it has no column "label"'],
    ['file,label\na.gif,sfae\n', 'Row 1 below the heading of '],
    ['file,label\na.gif,safe;gore\n', 'has the label "safe;gore"'],
    ['file,label\na.gif,\n', 'has the label ""'],
    ['file,label\n,safe\n', 'names no file'],
    ['file,label\n"a.gif,safe\n', 'is no CSV file of labels'],
    ['file,label\na.gif,safe,more\n', 'is no CSV file of labels'],
    ['file,label\n', 'There is no labelled picture'],
  ])('refuses %j', async (text, reason) => {
    await expect(listLabelled(csvOf(text))).rejects.toThrow(reason);
  });
});
