/** Stands for what an erased author wrote. */
export const erasedText = 'Erased';
