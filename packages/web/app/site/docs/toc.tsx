import { LinkButton } from '../../shared/ui/button.tsx';
import contentsStyles from './contents.module.css';
import docsStyles from './docs.module.css';

/** Anchors of specification §2, in its order, after the quick start, with one more for videos. */
export const docsSections = [
  { id: 'quick-start', label: 'Quick start' },
  { id: 'keyword-settings', label: 'Keyword settings' },
  { id: 'authentication', label: 'Authentication' },
  { id: 'media-upload', label: 'Media upload' },
  { id: 'videos', label: 'Videos' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'error-handling', label: 'Error handling' },
  { id: 'moderation', label: 'Moderation' },
  { id: 'manual-approval', label: 'Manual approval' },
] as const;

/** Table of contents; `page-script/` marks where the reader is. */
export function Toc() {
  return (
    <nav className={contentsStyles.contents} data-slot="contents" aria-label="On this page">
      <span className="eyebrow">On this page</span>
      {docsSections.map(({ id, label }) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
      <div className={`${docsStyles.stack} ${contentsStyles.ways}`} data-slot="docs-stack">
        <Ways />
      </div>
    </nav>
  );
}

/** The two ways on of specification §2. */
export function Ways({ large = false }: { large?: boolean }) {
  const size = large ? ({ size: 'large' } as const) : {};
  return (
    <>
      <LinkButton kind="primary" {...size} to="/register">
        Get Started
      </LinkButton>
      <LinkButton {...size} to="/contact?subject=support">
        Contact Support
      </LinkButton>
    </>
  );
}
