import { monoFontLinks } from '../mono-font.ts';
import '../public/goodbye.css';
import { pageMeta } from '../page-meta.ts';
import { staticPage } from '../static-page.ts';
import { LinkButton } from '../ui/button.tsx';

export const meta = () => pageMeta({ title: 'Account closed · Clearframe', description: 'Your account is closed.' });

export const handle = staticPage;
export const links = monoFontLinks;

/** Where a deletion leads: all access has ended, the rest is on its way. */
export default function Goodbye() {
  return (
    <main id="main">
      <div className="wrapx goodbye">
        <span className="eyebrow">Goodbye</span>
        <h1>Your account is closed</h1>
        <p className="lead">Everything in it is being removed now. A mail tells you when that is done; it is the last one.</p>
        <div className="ctas">
          <LinkButton kind="primary" size="large" to="/">
            Go Home
          </LinkButton>
        </div>
      </div>
    </main>
  );
}
