import { startBackButtons } from './back-buttons.ts';
import { startCopyButtons } from './copy-buttons.ts';
import { startDocsSearch } from './docs-search.ts';
import { startEstimator } from './estimator.ts';
import { startProductLoop } from './product-loop.ts';
import { startReachedSection } from './reached-section.ts';
import { startSessionLinks } from './session-links.ts';
import { startThemeSwitch } from './theme-switch.ts';
import { startTryIt } from './try-it.ts';

/** All that runs on the pages that are only read (`static-page.ts`). Each part looks for its elements and does nothing without them. */
startThemeSwitch();
startCopyButtons();
startBackButtons();
startReachedSection();
startEstimator();
startDocsSearch();
startTryIt();
startProductLoop();
startSessionLinks();
