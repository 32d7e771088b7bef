/** History state of a list that is opened in order to decide all of it. */
export const selectingAll = { selectsAll: true };

/** Whether a list was opened so. @param state of the history */
export const selectsAll = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'selectsAll' in state && state.selectsAll === true;
