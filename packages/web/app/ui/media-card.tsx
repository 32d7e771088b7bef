import { limits } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { Tag } from './badge.tsx';
import { Corners } from './veil.tsx';

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
    <article className={`mc${selected ? ' is-sel' : ''}`}>
      <div className="ph1">
        {shot}
        <Corners />
        {actions}
      </div>
      <div className="meta">
        <h2 className="trunc">{title}</h2>
        {badge}
      </div>
      <TagLine tags={tags} />
      <div className="edge">{edge}</div>
    </article>
  );
}

/** Up to three tags, then "+N more". */
export function TagLine({ tags }: { tags: readonly string[] }) {
  const more = tags.length - limits.cardTagsShown;
  return (
    <div className="tags">
      {tags.slice(0, limits.cardTagsShown).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {more > 0 ? <span className="dim fine">+{more} more</span> : null}
    </div>
  );
}
