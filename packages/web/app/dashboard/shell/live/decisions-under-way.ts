let count = 0;

/** Decisions, and undos of them, whose answer is on its way. What is read meanwhile shows the past; after the last all is read again. */
export const decisionsUnderWay = {
  begin: () => {
    count += 1;
  },
  /** @returns whether it was the last */
  end: () => {
    count -= 1;
    return count === 0;
  },
  any: () => count > 0,
};
