import { Link, useLoaderData } from 'react-router';
import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { Authentication } from '../site/docs/authentication.tsx';
import { firstAnswer } from '../site/docs/call-examples.server.ts';
import docsStyles from '../site/docs/docs.module.css';
import { ErrorHandling } from '../site/docs/error-handling.tsx';
import { KeywordSettings } from '../site/docs/keyword-settings.tsx';
import { ManualApproval } from '../site/docs/manual-approval.tsx';
import { MediaUpload } from '../site/docs/media-upload.tsx';
import { ModerationDocs } from '../site/docs/moderation.tsx';
import { programs } from '../site/docs/programs.server.ts';
import { QuickStart } from '../site/docs/quick-start.tsx';
import { Toc } from '../site/docs/toc.tsx';
import { Videos } from '../site/docs/videos.tsx';
import { Webhooks } from '../site/docs/webhooks.tsx';
import sectionStyles from '../site/section.module.css';

export const meta = () =>
  pageMeta({
    title: 'Documentation · Clearframe',
    description:
      'Send a picture or a video with one authenticated request and read its verdict: keyword settings, tokens, ' +
      'uploads, signed webhooks, errors and manual approval.',
    path: '/docs',
    indexed: true,
  });

/** Runs at build time only. */
export const loader = () => ({ ...programs, answer: firstAnswer() });

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-06. */
export default function Docs() {
  const { first, upload, verify, answer } = useLoaderData<typeof loader>();
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
              <Link className="link" to="/docs/guides" reloadDocument>
                guides
              </Link>{' '}
              cover one subject each. The{' '}
              <Link className="link" to="/docs/api" reloadDocument>
                API reference
              </Link>{' '}
              lists every call.
            </p>
          </section>
          <QuickStart programs={first} answer={answer} />
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
