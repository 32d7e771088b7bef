import bannerStyles from '../../shared/ui/banner.module.css';
import type { GuideSection } from '../guides/blocks.ts';
import guideStyles from '../guides/guide.module.css';
import { GuideBlocks } from '../guides/guide-blocks.tsx';
import legalStyles from './legal.module.css';

type LegalTemplateProps = { name: 'privacy' | 'terms'; title: string; sections: readonly GuideSection[] };

/** A legal page. The server puts the operator's own text in the place of the whole article (`routes/web/legal-pages.ts`). */
export function LegalTemplate({ name, title, sections }: LegalTemplateProps) {
  return (
    <main id="main">
      <div className={`page-width ${guideStyles.guide}`}>
        <article className={`prose ${legalStyles.legal}`} data-legal={name}>
          <h1>{title}</h1>
          <div className={legalStyles.draft}>
            <p className={`${bannerStyles.banner} ${bannerStyles.warn}`} data-slot="banner">
              This is a template. The operator of this installation has not filled it in yet. What is marked “To fill in” is
              missing.
            </p>
            {sections.map(({ id, title: heading, blocks }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id}>{heading}</h2>
                <GuideBlocks blocks={blocks} />
              </section>
            ))}
          </div>
        </article>
      </div>
    </main>
  );
}
