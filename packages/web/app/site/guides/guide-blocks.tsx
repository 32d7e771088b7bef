import { Link } from 'react-router';
import keywordLists from '../../../../../docs/images/keyword-lists.webp?url';
import keywordListsDark from '../../../../../docs/images/keyword-lists-dark.webp?url';
import verdict from '../../../../../docs/images/verdict.webp?url';
import verdictDark from '../../../../../docs/images/verdict-dark.webp?url';
import videoSeconds from '../../../../../docs/images/video-seconds.webp?url';
import videoSecondsDark from '../../../../../docs/images/video-seconds-dark.webp?url';
import { Example } from '../docs/example.tsx';
import { Languages } from '../docs/languages.tsx';
import type { Block, Inline } from './blocks.ts';
import styles from './guide.module.css';

/** Pictures of guides by name, made by `scripts/screenshots.mjs --docs` from the running demo. Sizes in pixels of the file. */
const guidePictures: Record<string, { light: string; dark: string; width: number; height: number }> = {
  verdict: { light: verdict, dark: verdictDark, width: 1440, height: 900 },
  'keyword-lists': { light: keywordLists, dark: keywordListsDark, width: 1280, height: 1580 },
  'video-seconds': { light: videoSeconds, dark: videoSecondsDark, width: 1280, height: 800 },
};

function Piece({ part }: { part: Inline }) {
  if (typeof part === 'string') return part;
  if (part.kind === 'code') return <code>{part.text}</code>;
  const inner = <Run parts={part.parts} />;
  if (part.kind === 'strong') return <strong>{inner}</strong>;
  if (part.kind === 'emphasis') return <em>{inner}</em>;
  return (
    <Link className="link" to={part.href}>
      {inner}
    </Link>
  );
}

/** Nothing in a guide moves: a place in it is a name for good. */
function Run({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, place) => <Piece key={String(place)} part={part} />);
}

function Table({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          {head.map((cell, place) => (
            <th key={String(place)} scope="col">
              <Run parts={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={String(line)}>
            {row.map((cell, place) => (
              <td key={String(place)}>
                <Run parts={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Items({ isOrdered, items }: Extract<Block, { kind: 'list' }>) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <List className="rules">
      {items.map((item, place) => (
        <li key={String(place)}>
          <Run parts={item} />
        </li>
      ))}
    </List>
  );
}

function Picture({ name, alt }: Extract<Block, { kind: 'picture' }>) {
  const picture = guidePictures[name];
  if (!picture) throw new Error(`There is no picture called ${name}`);
  const { light, dark, ...size } = picture;
  // Only the one in sight is fetched, because both are lazy.
  return (
    <>
      <img className={`${styles.picture} ${styles.light}`} src={light} {...size} alt={alt} loading="lazy" />
      <img className={`${styles.picture} ${styles.dark}`} src={dark} {...size} alt={alt} loading="lazy" />
    </>
  );
}

function One({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 id={block.id}>
          <Run parts={block.parts} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Run parts={block.parts} />
        </p>
      );
    case 'list':
      return <Items {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'code':
      return <Example label={block.label} text={block.text} />;
    case 'programs':
      return <Languages name={block.name} list={block.list} />;
    case 'picture':
      return <Picture {...block} />;
  }
}

/** The blocks of a guide, one after the other. */
export function GuideBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, place) => <One key={String(place)} block={block} />);
}
