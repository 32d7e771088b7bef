/** To decide, the tab that Content Review is entered by. The address without it shows everything (MED-01). */
export const queueAddress = '/dashboard/media?status=undecided';
