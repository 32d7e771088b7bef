import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { apiReference } from '../docs/api-reference.server.ts';
import { Authentication } from '../docs/authentication.tsx';
import { ErrorHandling } from '../docs/error-handling.tsx';
import { KeywordSettings } from '../docs/keyword-settings.tsx';
import { ManualApproval } from '../docs/manual-approval.tsx';
import { MediaUpload } from '../docs/media-upload.tsx';
import { ModerationDocs } from '../docs/moderation.tsx';
import { programs } from '../docs/programs.server.ts';
import { QuickStart } from '../docs/quick-start.tsx';
import { docsSections } from '../docs/toc.tsx';
import { Videos } from '../docs/videos.tsx';
import { Webhooks } from '../docs/webhooks.tsx';
import { type Block, plainText } from '../guides/blocks.ts';
import { guides } from '../guides/guides.server.ts';
import type { SearchEntry } from './search-entries.ts';

const sections: Record<(typeof docsSections)[number]['id'], ReactNode> = {
  'quick-start': <QuickStart programs={programs.first} answer={null} />,
  'keyword-settings': <KeywordSettings />,
  authentication: <Authentication />,
  'media-upload': <MediaUpload programs={programs.upload} />,
  videos: <Videos />,
  webhooks: <Webhooks programs={programs.verify} />,
  'error-handling': <ErrorHandling />,
  moderation: <ModerationDocs />,
  'manual-approval': <ManualApproval />,
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** What a reader sees of it. Programs are left out: every word of a language would be found in them. */
const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>)
    .replace(/<pre>[\s\S]*?<\/pre>|<svg[\s\S]*?<\/svg>|<button[\s\S]*?<\/button>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([#\w]+);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim();

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.parts);
    case 'list':
      return block.items.map(plainText).join(' ');
    case 'table':
      return [...block.head, ...block.rows.flat()].map(plainText).join(' ');
    case 'code':
      return block.label;
    case 'programs':
      return block.list.map(({ language }) => language).join(' ');
    case 'picture':
      return block.alt;
  }
}
const textOfBlocks = (blocks: readonly Block[]) => blocks.map(textOfBlock).join(' ');

/** Everything that can be found, in the order of the pages. */
export function searchIndex(): SearchEntry[] {
  return [
    ...docsSections.map(({ id, label }) => ({
      path: `/docs#${id}`,
      page: 'Documentation',
      heading: label,
      text: textOf(sections[id]),
    })),
    ...guides.flatMap(({ path, title, description, intro, sections: parts }) => [
      { path, page: title, heading: title, text: `${description} ${textOfBlocks(intro)}` },
      ...parts.map((part) => ({
        path: `${path}#${part.id}`,
        page: title,
        heading: part.title,
        text: textOfBlocks(part.blocks),
      })),
    ]),
    ...apiReference().calls.map(({ id, summary, endpoint, note, parameters }) => ({
      path: `/docs/api#${id}`,
      page: 'API reference',
      heading: summary,
      text: [endpoint, note, ...parameters.map(({ name }) => name)].join(' '),
    })),
  ];
}
