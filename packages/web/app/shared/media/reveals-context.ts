import { type ComponentType, createContext, type ReactNode } from 'react';

/** `refused`: it was not counted, and stays hidden. */
export type Counted = 'shown' | 'waiting' | 'refused';

/** Who counts what a person looks at, and how it looks to them then. */
export type Reveals = {
  /** Before a hidden item is shown. @returns whether it may be */
  ask: (id: string) => Promise<boolean>;
  /** The same for one that comes onto the screen without a veil: several are counted together. */
  askTogether: (id: string) => Promise<boolean>;
  /** Whether it was counted today, as far as this window knows. */
  has: (id: string) => boolean;
  /** Draws what has no veil of its own, once it is counted. Handed down, because the first screen shows nothing without a veil. */
  Gate: ComponentType<{ id: string; children: (counted: Counted) => ReactNode }>;
  /** What is revealed has no colour. */
  isGrey: boolean;
  /** What is revealed is small at first. */
  isSmall: boolean;
  /** A hard video begins without sound. */
  isMuted: boolean;
};

/** null where nothing is counted: outside of the account's own media. */
export const RevealsContext = createContext<Reveals | null>(null);
