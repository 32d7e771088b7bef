import { limits } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { Tag } from '../../../shared/ui/badge.tsx';
import { Corners } from '../../../shared/ui/veil.tsx';
import type { CardReason } from './card-reasons.ts';
import styles from './media-card.module.css';

type MediaCardExtras = {
  tags: readonly string[];
  /** Why it is what it is, before the tags. */
  reasons: readonly CardReason[];
  /** Who made it, in a line of its own: what is said of them later moves nothing. */
  byline: ReactNode;
  /** Buttons over the print. */
  actions?: ReactNode;
  /** With the corners of the frame at hand. */
  selected?: boolean;
};

/** A print with its corners, title line, tags, byline and edge print. `shot` is a Shot, `badge` a VerdictBadge. */
export function MediaCard({
  shot,
  title,
  badge,
  tags,
  reasons,
  byline,
  edge,
  actions,
  selected = false,
}: Record<'shot' | 'title' | 'badge' | 'edge', ReactNode> & MediaCardExtras) {
  return (
    <article
      className={`${styles.mediaCard}${selected ? ` ${styles.selected}` : ''}`}
      data-slot={`media-card${selected ? ' media-card-selected' : ''}`}
    >
      <div className="frame">
        {shot}
        <Corners />
        {actions}
      </div>
      <div className={styles.meta}>
        <h2 className="truncate">{title}</h2>
        {badge}
      </div>
      <div className={styles.tags}>
        {reasons.map(({ look, text }) => (
          <Tag key={text} look={look}>
            <bdi className="truncate">{text}</bdi>
          </Tag>
        ))}
        <TagLine tags={tags} />
      </div>
      <div className={styles.foot}>
        {byline ? <div className={styles.byline}>{byline}</div> : null}
        <div className={styles.edge}>{edge}</div>
      </div>
    </article>
  );
}

/** Up to three tags, then "+N more". */
function TagLine({ tags }: { tags: readonly string[] }) {
  const more = tags.length - limits.cardTagsShown;
  return (
    <span className={styles.own}>
      {tags.slice(0, limits.cardTagsShown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more > 0 ? <span className="dim fine">+{more} more</span> : null}
    </span>
  );
}
