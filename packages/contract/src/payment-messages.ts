/** 'Plan upgraded to {plan} successfully!' of specification §8. */
export const planUpgraded = (plan: string): string => `Plan upgraded to ${plan} successfully!`;

/** Of paying and of the page of the subscription: no other page loads them. */
export const paymentMessages = {
  paymentFailed: 'Payment failed. Please try again.',
  paymentCancelled: 'Payment was cancelled.',
  paymentSystemError: 'Payment system error. Please try again.',
  paymentStartFailed: 'Failed to initiate payment. Please try again.',
  paymentInitFailed: 'Failed to initialize payment. Please try again.',
  paymentMissing: 'No payment method available. Please try again.',
  paymentCompleted: 'Payment completed successfully! Your subscription is now active.',
  cancelFailed: 'Failed to cancel subscription. Please try again.',
  cancelled: 'Subscription cancelled successfully.',
  upgradeFailed: 'Failed to upgrade subscription. Please try again.',
  refreshFailed: 'Failed to refresh data. Please try again.',
  refreshed: 'Data refreshed successfully',
} as const;

/** 'Could not start in-page payment: ...' of specification §8. */
export const paymentNotStarted = (reason: string): string => `Could not start in-page payment: ${reason}`;

/** 'Failed to load [provider name] payment system. Please try again.' of specification §8. */
export const paymentNotLoaded = (provider: string): string => `Failed to load ${provider} payment system. Please try again.`;

/** 'Payment system error: ...' of specification §8. */
export const paymentFault = (reason: string): string => `Payment system error: ${reason}`;

/** 'Failed to fetch subscription data: ...' of specification §8. */
export const subscriptionFetchFailed = (reason: string): string => `Failed to fetch subscription data: ${reason}`;
