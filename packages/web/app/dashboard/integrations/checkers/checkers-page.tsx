import { useQuery } from '@tanstack/react-query';
import { ShieldQuestionMark } from 'lucide-react';
import { AddressedPage } from '../parts/addressed-page.tsx';
import { CheckerDialog } from './checker-dialog.tsx';
import { CheckersTable } from './checkers-table.tsx';
import { checkersQuery, useDeleteChecker, useRotateChecker, useUpdateChecker } from './use-checkers.ts';

const words = {
  one: 'checker',
  many: 'checkers',
  icon: ShieldQuestionMark,
  made: 'created',
  what: 'POST a file: 200 accepts it, your refusal status rejects it, 503 means no verdict.',
  guide: { slug: 'yes-or-no', words: 'Set up the other side' },
  empty: 'A checker is a secret address. A program sends it a file before accepting one.',
  next: 'Copy its address into the program now. Treat it as a password.',
  rotated: 'The old address works for 24 hours more. Enter the new one in your program before then.',
  deleted: 'Its address answers 404 at once, and the old one too. You cannot undo this.',
} as const;

/** Checkers: addresses that answer yes or no to any program. */
export function CheckersPage() {
  return (
    <AddressedPage
      words={words}
      list={useQuery(checkersQuery)}
      change={useUpdateChecker()}
      rotate={useRotateChecker().mutateAsync}
      remove={useDeleteChecker().mutateAsync}
      addressOf={({ url }) => url}
      table={CheckersTable}
      dialog={CheckerDialog}
    />
  );
}
