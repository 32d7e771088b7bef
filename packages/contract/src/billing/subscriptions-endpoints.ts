import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import { type EndpointTable, Id } from '../endpoint.ts';
import { Plan, Subscription } from './billing.ts';
import { Invoice, InvoicePdf } from './invoices.ts';
import { PaymentClient, PaymentStatus, SandboxOutcome, SubscribeInput, SubscribeResult } from './payments.ts';
import { UsageHistory, UsageHistoryQuery } from './usage-history.ts';

/** Plans and allowance. */
export const subscriptionsEndpoints = {
  listPlans: {
    method: 'GET',
    path: '/subscriptions/plans',
    access: 'public',
    data: z.object({ plans: z.array(Plan), payment: PaymentClient.nullable() }),
  },
  currentSubscription: {
    method: 'GET',
    path: '/subscriptions/current',
    access: 'session',
    action: 'subscription.read',
    data: z.object({ subscription: Subscription.nullable() }),
  },
  /** Frames a day, by source and by token. */
  usageHistory: {
    method: 'GET',
    path: '/subscriptions/usage/history',
    access: 'session',
    action: 'subscription.read',
    query: UsageHistoryQuery,
    data: UsageHistory,
  },
  /** The same as a CSV file, made in the background. */
  exportUsage: {
    method: 'POST',
    path: '/subscriptions/usage/export',
    access: 'session',
    action: 'subscription.read',
    body: UsageHistoryQuery,
    data: z.object({ export: DataExport }),
  },
  subscribe: {
    method: 'POST',
    path: '/subscriptions/subscribe',
    access: 'session',
    action: 'subscription.manage',
    body: SubscribeInput,
    data: SubscribeResult,
  },
  upgrade: {
    method: 'POST',
    path: '/subscriptions/upgrade',
    access: 'session',
    action: 'subscription.manage',
    body: SubscribeInput,
    data: SubscribeResult,
  },
  cancelSubscription: {
    method: 'POST',
    path: '/subscriptions/cancel',
    access: 'session',
    action: 'subscription.manage',
    data: z.object({ subscription: Subscription }),
  },
  /** The newest first. */
  listInvoices: {
    method: 'GET',
    path: '/subscriptions/invoices',
    access: 'session',
    action: 'subscription.manage',
    data: z.object({ invoices: z.array(Invoice) }),
  },
  invoicePdf: {
    method: 'GET',
    path: '/subscriptions/invoices/:id/pdf',
    access: 'session',
    action: 'subscription.manage',
    params: Id,
    data: InvoicePdf,
  },
  /** Where the card of the subscription is changed: a page of the provider. */
  cardPage: {
    method: 'POST',
    path: '/subscriptions/card-page',
    access: 'session',
    action: 'subscription.manage',
    data: z.object({ url: z.url() }),
  },
  /** The outcome of a test payment, from its own page. Answers only where the sandbox takes payments. */
  settleSandboxPayment: {
    method: 'POST',
    path: '/payments/sandbox/:uuid',
    access: 'session',
    action: 'subscription.manage',
    params: z.object({ uuid: z.uuid() }),
    body: SandboxOutcome,
    data: z.object({ status: PaymentStatus }),
  },
} as const satisfies EndpointTable;
