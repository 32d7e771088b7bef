import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';
import {
  Appeal,
  AppealDecision,
  AppealInput,
  AppealList,
  AppealReceipt,
  AppealsQuery,
  AppealWords,
  PublicStatement,
  Statement,
  StatementList,
  StatementSettings,
  StatementSettingsChange,
  StatementsQuery,
  StatementToken,
} from './statements.ts';

const settings = z.object({ statement_settings: StatementSettings });
const one = z.object({ statement: Statement });
const read = { access: 'session', action: 'statements.read' } as const;
const receipt = z.object({ appeal: AppealReceipt });
const appeal = z.object({ appeal: Appeal });

/** Why something is restricted, and what whoever uploaded it says to that. */
export const statementsEndpoints = {
  statementSettings: { method: 'GET', path: '/statement-settings', ...read, data: settings },
  saveStatementSettings: {
    method: 'POST',
    path: '/statement-settings',
    access: 'session',
    action: 'trust.manage',
    body: StatementSettingsChange,
    data: settings,
  },
  /** Newest first. */
  listStatements: { method: 'GET', path: '/statements', ...read, query: StatementsQuery, data: StatementList },
  getStatement: { method: 'GET', path: '/statements/:id', ...read, params: Id, data: one },
  /** What the page behind the signed link shows. */
  readStatement: {
    method: 'GET',
    path: '/public/statements/:token',
    access: 'public',
    params: StatementToken,
    data: z.object({ platform_name: z.string(), words: AppealWords, statement: PublicStatement }),
  },
  /** One a decision. The signed link is the proof. */
  appeal: {
    method: 'POST',
    path: '/public/statements/:token/appeal',
    access: 'public',
    params: StatementToken,
    body: AppealInput,
    data: receipt,
  },
  /** The oldest first. */
  listAppeals: { method: 'GET', path: '/appeals', ...read, query: AppealsQuery, data: AppealList },
  getAppeal: { method: 'GET', path: '/appeals/:id', ...read, params: Id, data: appeal },
  /** By another person than whoever decided. No token may. */
  decideAppeal: {
    method: 'POST',
    path: '/appeals/:id/decide',
    access: 'session',
    action: 'appeals.decide',
    params: Id,
    body: AppealDecision,
    data: appeal,
  },
  apiListStatements: {
    method: 'GET',
    path: '/v1/statements',
    access: 'token',
    scope: 'read',
    query: StatementsQuery,
    data: StatementList,
  },
  apiGetStatement: { method: 'GET', path: '/v1/statements/:id', access: 'token', scope: 'read', params: Id, data: one },
  apiAppeal: {
    method: 'POST',
    path: '/v1/statements/:id/appeal',
    access: 'token',
    scope: 'report',
    params: Id,
    body: AppealInput,
    data: receipt,
  },
} as const satisfies EndpointTable;
