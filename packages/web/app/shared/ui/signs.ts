import { Check, KeyRound, Menu, RotateCw } from 'lucide-react';

/** Icons on both sides of the sign-in. From here they come with what both sides load; else the dashboard's file would have them. */
export const signs = { check: Check, key: KeyRound, menu: Menu, again: RotateCw };
