/** Files that a person holds over the window, has let go, or has pasted. `count` 0: a browser keeps the number to itself. */
export type Given = { by: 'drag' | 'drop' | 'paste'; files: File[]; count: number };

/** What shows them. */
export type GivenProps = { given: Given | null; onDone: () => void };
