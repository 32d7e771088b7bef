import { searchIndex } from '../site/search/search-index.server.tsx';

/** The file that the search of the documentation looks through, made at build time only. */
export const loader = () => Response.json(searchIndex());
