import { messages, teamEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { keys } from '../../../shared/api/keys.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { ownAccountsQuery } from '../../shell/role/own-accounts.ts';

/** The people of the account and, for its owner, the open invitations. */
export const teamQuery = queryOptions({
  queryKey: keys.team,
  queryFn: async ({ signal }) => (await call(teamEndpoints.team, { signal })).team,
});

/** One change of the team; the page and the person's own role are read anew after it, also after a refusal. */
export function useTeamChange<T>(change: (input: T) => Promise<unknown>, onDone: (input: T) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (_answer, input) => onDone(input),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: teamQuery.queryKey }),
        queries.invalidateQueries({ queryKey: ownAccountsQuery.queryKey }),
      ]),
  });
}

/** What to say about a change that failed; nothing when the person closed the question who they are. */
export function faultOf(error: unknown): string | null {
  if (!error || error instanceof NotConfirmed) return null;
  return errorMessage(error, messages.anErrorOccurred);
}

/** The same for an invitation, whose pause between two mails has a sentence of its own. */
export function inviteFaultOf(error: unknown): string | null {
  const tooSoon = error instanceof ClearframeError && error.status === 429;
  return tooSoon ? 'Too many invitations. Wait a minute and try again.' : faultOf(error);
}
