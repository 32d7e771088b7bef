import { Banner } from '../ui/banner.tsx';

/** What concerns the whole form, above it: the server's sentence, or the page's with what little is known. */
export function FormFailure({ title, reason }: { title: string | null; reason: string | null }) {
  if (title === null) return null;
  return (
    <Banner kind="error" title={title}>
      {reason}
    </Banner>
  );
}
