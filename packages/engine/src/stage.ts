/** What the engine is doing with a file. */
export type Stage = 'decode' | 'classify' | 'text' | 'describe' | 'copies';
