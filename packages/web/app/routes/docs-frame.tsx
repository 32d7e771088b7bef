import { Outlet, useLoaderData } from 'react-router';
import styles from '../site/docs-frame/docs-nav.module.css';
import { docsNav } from '../site/docs-frame/docs-nav.server.ts';
import { DocsNav } from '../site/docs-frame/docs-nav.tsx';

/** Runs at build time only. */
export const loader = () => docsNav();

/** Search and navigation beside every page below /docs. */
export default function DocsFrame() {
  return (
    <div className={styles.frame}>
      <DocsNav groups={useLoaderData<typeof loader>()} />
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
