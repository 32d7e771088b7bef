import { limits } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { Tag } from '../../../shared/ui/badge.tsx';
import { Corners } from '../../../shared/ui/veil.tsx';
import styles from './media-card.module.css';

type MediaCardExtras = {
  tags: readonly string[];
  /** Buttons over the print. */
  actions?: ReactNode;
  /** With the corners of the frame at hand. */
  selected?: boolean;
};

/** A print with its corners, title line, tags and edge print. `shot` is a Shot, `badge` a VerdictBadge. */
export function MediaCard({
  shot,
  title,
  badge,
  tags,
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
      <TagLine tags={tags} />
      <div className={styles.edge}>{edge}</div>
    </article>
  );
}

/** Up to three tags, then "+N more". */
function TagLine({ tags }: { tags: readonly string[] }) {
  const more = tags.length - limits.cardTagsShown;
  return (
    <div className={styles.tags}>
      {tags.slice(0, limits.cardTagsShown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more > 0 ? <span className="dim fine">+{more} more</span> : null}
    </div>
  );
}
