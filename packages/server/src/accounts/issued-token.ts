/** What a browser keeps: the database has its hash only. */
export type IssuedToken = { token: string; expiresAt: Date };
