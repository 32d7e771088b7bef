import { useEffect, useState } from 'react';
import { LinkButton } from '../../ui/button.tsx';

/** Anchors of specification §2, in its order, with one more for videos. */
export const docsSections = [
  { id: 'keyword-settings', label: 'Keyword settings' },
  { id: 'authentication', label: 'Authentication' },
  { id: 'media-upload', label: 'Media upload' },
  { id: 'videos', label: 'Videos' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'error-handling', label: 'Error handling' },
  { id: 'moderation', label: 'Moderation' },
  { id: 'manual-approval', label: 'Manual approval' },
] as const;

/** The section that the reader has reached; null before the script runs. */
function useReachedSection(): string | null {
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setReached(target.id);
      },
      { rootMargin: '-15% 0px -75%' },
    );
    for (const { id } of docsSections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return reached;
}

/** Table of contents, which marks where the reader is. */
export function Toc() {
  const reached = useReachedSection();
  return (
    <nav className="toc" aria-label="On this page">
      <span className="eyebrow">On this page</span>
      {docsSections.map(({ id, label }) => (
        <a key={id} href={`#${id}`} aria-current={id === reached ? 'true' : undefined}>
          {label}
        </a>
      ))}
      <div className="stack ways">
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
