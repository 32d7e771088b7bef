import { ensureWebBuilt } from '../scripts/lib/build-web.mjs';

/** Builds before the workers start: two servers that start at once would both do it. */
export default ensureWebBuilt;
