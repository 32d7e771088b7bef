import { Link, useLoaderData } from 'react-router';
import { monoFontLinks } from '../mono-font.ts';
import { pageMeta } from '../page-meta.ts';
import { Authentication } from '../public/docs/authentication.tsx';
import docsStyles from '../public/docs/docs.module.css';
import { DocsSearch } from '../public/docs/docs-search.tsx';
import { ErrorHandling } from '../public/docs/error-handling.tsx';
import { KeywordSettings } from '../public/docs/keyword-settings.tsx';
import { ManualApproval } from '../public/docs/manual-approval.tsx';
import { MediaUpload } from '../public/docs/media-upload.tsx';
import { ModerationDocs } from '../public/docs/moderation.tsx';
import { programs } from '../public/docs/programs.server.ts';
import { Toc } from '../public/docs/toc.tsx';
import { Videos } from '../public/docs/videos.tsx';
import { Webhooks } from '../public/docs/webhooks.tsx';
import sectionStyles from '../public/section.module.css';
import { staticPage } from '../static-page.ts';

export const meta = () =>
  pageMeta({
    title: 'Documentation · Clearframe',
    description:
      'Send a picture or a video with one authenticated request and read its verdict: keyword settings, tokens, uploads, signed webhooks, errors and manual approval.',
    path: '/docs',
    indexed: true,
  });

/** Runs at build time only. */
export const loader = () => programs;

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-06. */
export default function Docs() {
  const { upload, verify } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <div className={`page-width ${docsStyles.docs}`}>
        <Toc />
        <div className="prose">
          <section className={docsStyles.intro}>
            <h1>Documentation</h1>
            <p className={sectionStyles.lead} data-slot="section-lead">
              Send a picture or a video with one authenticated request. Read the verdict from the answer, or receive it at your
              webhook.
            </p>
            <p>
              The{' '}
              <Link className="link" to="/docs/guides">
                guides
              </Link>{' '}
              take one subject each, from the first verdict to self-hosting; the{' '}
              <Link className="link" to="/docs/api">
                API reference
              </Link>{' '}
              lists every call.
            </p>
            <DocsSearch />
          </section>
          <KeywordSettings />
          <Authentication />
          <MediaUpload programs={upload} />
          <Videos />
          <Webhooks programs={verify} />
          <ErrorHandling />
          <ModerationDocs />
          <ManualApproval />
        </div>
      </div>
    </main>
  );
}
