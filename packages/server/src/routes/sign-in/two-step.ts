import { endpoints } from '@clearframe/contract';
import { requireConfirmed } from '../../accounts/confirm.ts';
import {
  disableTwoStep,
  enableTwoStep,
  renewRecoveryCodes,
  startTwoStep,
  twoStepState,
} from '../../accounts/two-step/authenticator.ts';
import { completeTwoStep } from '../../accounts/two-step/complete-two-step.ts';
import { confirmWithCode } from '../../accounts/two-step/confirm-with-code.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';
import { readCookie } from '../http/session-cookies.ts';
import { welcome } from '../http/welcome.ts';

/** Two-step sign-in: the second step itself, and what the person sets up (docs/decisions/024). */
export function twoStepRoutes(route: Route, context: Context): void {
  const { clock } = context;

  route(endpoints.completeTwoStep, async ({ body, request, reply }) => {
    const proof = { cookie: readCookie(request, 'two_step'), input: body };
    return welcome(reply, context, await completeTwoStep(context, proof, clientOf(request)), ['two_step']);
  });

  route(endpoints.confirmWithCode, async ({ caller, body, request }) => {
    await confirmWithCode(context, caller, body.code, clientOf(request));
    return { data: null };
  });

  route(endpoints.twoStep, async ({ caller }) => ({
    data: { two_step: await twoStepState(context, signedIn(caller).userId) },
  }));

  route(endpoints.startTwoStep, async ({ caller }) => {
    requireConfirmed(caller, clock.now());
    return { data: await startTwoStep(context, signedIn(caller).userId) };
  });

  route(endpoints.enableTwoStep, async ({ caller, body, request }) => ({
    data: { recovery_codes: await enableTwoStep(context, signedIn(caller), body.code, clientOf(request)) },
    message: 'Two-step sign-in is on.',
  }));

  route(endpoints.disableTwoStep, async ({ caller, request }) => {
    requireConfirmed(caller, clock.now());
    await disableTwoStep(context, signedIn(caller), clientOf(request));
    return { data: null, message: 'Two-step sign-in is off.' };
  });

  route(endpoints.renewRecoveryCodes, async ({ caller, request }) => {
    requireConfirmed(caller, clock.now());
    return { data: { recovery_codes: await renewRecoveryCodes(context, signedIn(caller), clientOf(request)) } };
  });
}
