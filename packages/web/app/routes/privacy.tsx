import { useLoaderData } from 'react-router';
import { pageMeta } from '../page-meta.ts';
import { LegalTemplate } from '../public/legal/legal-template.tsx';
import { legalTemplates } from '../public/legal/legal-templates.server.ts';
import { staticPage } from '../static-page.ts';

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
