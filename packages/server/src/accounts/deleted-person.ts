import { like, type SQL } from 'drizzle-orm';
import { user } from '../db/schema.ts';

// A person who asked for deletion keeps their row until everything else is gone, under a key that is no address: nobody signs in
// with it, and the address is free again at once.
const waiting = 'deleted:';
/** All is deleted but what a legal hold keeps, and the person was told. */
const told = 'deleted-told:';

export const deletedKey = (userId: string) => `${waiting}${userId}`;
export const toldKey = (userId: string) => `${told}${userId}`;
export const wasTold = ({ emailKey }: { emailKey: string }) => emailKey.startsWith(told);
/** Whether the person asked for deletion. */
export const isBeingDeleted = ({ emailKey }: { emailKey: string }) => emailKey.startsWith(waiting) || emailKey.startsWith(told);
/** Everybody whose deletion is not over. */
export const beingDeleted = (): SQL => like(user.emailKey, 'deleted%:%');
