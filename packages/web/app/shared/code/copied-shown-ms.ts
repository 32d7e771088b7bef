/** How long a button says that it copied. Apart from its hook, because the pages that are only read load no React. */
export const copiedShownMs = 2_000;
