import { useLoaderData } from 'react-router';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { LegalTemplate } from '../site/legal/legal-template.tsx';
import { legalTemplates } from '../site/legal/legal-templates.server.ts';

/** Not indexed as built: the server says otherwise once the operator has put their text there. */
export const meta = () =>
  pageMeta({
    title: 'Terms · Clearframe',
    description: 'The terms under which this installation of Clearframe can be used, and who offers it.',
    path: '/terms',
  });

/** Runs at build time only: no script carries the text. */
export const loader = () => legalTemplates.terms;

export const handle = staticPage;

/** Terms. A template until the operator fills it in. */
export default function Terms() {
  return <LegalTemplate name="terms" title="Terms" sections={useLoaderData<typeof loader>()} />;
}
