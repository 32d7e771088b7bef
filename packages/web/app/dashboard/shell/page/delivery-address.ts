/** The page of one delivery. @param search the query of the log that it was opened from */
export const deliveryAddress = (id: string, search = ''): string => `/dashboard/webhooks/deliveries/${id}${search}`;
