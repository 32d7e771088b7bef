import { useLoaderData } from 'react-router';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { LegalTemplate } from '../site/legal/legal-template.tsx';
import { legalTemplates } from '../site/legal/legal-templates.server.ts';

/** Not indexed as built: the server says otherwise once the operator has put their text there. */
export const meta = () =>
  pageMeta({
    title: 'Privacy · Clearframe',
    description: 'What this installation of Clearframe stores about people, what for, how long, and who answers for it.',
    path: '/privacy',
  });

/** Runs at build time only: no script carries the text. */
export const loader = () => legalTemplates.privacy;

export const handle = staticPage;

/** Privacy. A template until the operator fills it in. */
export default function Privacy() {
  return <LegalTemplate name="privacy" title="Privacy" sections={useLoaderData<typeof loader>()} />;
}
