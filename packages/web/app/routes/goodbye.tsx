import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { LinkButton } from '../shared/ui/button.tsx';
import goodbyeStyles from '../site/goodbye.module.css';
import sectionStyles from '../site/section.module.css';

export const meta = () => pageMeta({ title: 'Account closed · Clearframe', description: 'Your account is closed.' });

export const handle = staticPage;
export const links = monoFontLinks;

/** Where a deletion leads: all access has ended, the rest is on its way. */
export default function Goodbye() {
  return (
    <main id="main">
      <div className={`page-width ${goodbyeStyles.goodbye}`}>
        <span className="eyebrow">Goodbye</span>
        <h1>Your account is closed</h1>
        <p className={sectionStyles.lead} data-slot="section-lead">
          Everything in it is being removed now. A mail tells you when that is done; it is the last one.
        </p>
        <div className={sectionStyles.actions} data-slot="section-actions">
          <LinkButton kind="primary" size="large" to="/">
            Go Home
          </LinkButton>
        </div>
      </div>
    </main>
  );
}
