import { type Appeal, type AppealDecision, type StatementSettingsChange, statementsEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import { statementSettingsQuery } from '../notices/statement-settings-query.ts';
import type { AppealsView } from './appeals-address.ts';

/** Appeals come from outside, and no live event tells of them. */
const LOOK_AGAIN_MS = 60_000;

/** One page of the open or the decided appeals, the oldest first. */
export const appealsQuery = ({ status, page }: AppealsView) =>
  queryOptions({
    queryKey: keys.appeals.list(status, page),
    queryFn: ({ signal }) => call(statementsEndpoints.listAppeals, { query: { status, page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Somebody else may have decided it since the list was read. */
export const appealQuery = (id: string) =>
  queryOptions({
    queryKey: keys.appeals.one(id),
    queryFn: async ({ signal }) => (await call(statementsEndpoints.getAppeal, { params: { id }, signal })).appeal,
    staleTime: 0,
  });

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: keys.statement(id),
    queryFn: async ({ signal }) => (await call(statementsEndpoints.getStatement, { params: { id }, signal })).statement,
  });

/** Decides an appeal, whose item passes where it was right. Everything that shows it is read again, also after a refusal. */
export function useDecideAppeal({ id, statement_id: statementId }: Appeal) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AppealDecision) => call(statementsEndpoints.decideAppeal, { params: { id }, body }),
    onSettled: () => {
      for (const queryKey of [keys.appeals.all, keys.statement(statementId), keys.media.all, keys.authors.all, keys.quality.all])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

export function useSaveStatementSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: StatementSettingsChange) => call(statementsEndpoints.saveStatementSettings, { body }),
    onSuccess: ({ statement_settings: saved }) => queries.setQueryData(statementSettingsQuery.queryKey, saved),
  });
}
