/** Who works in the sample account. All have one password, and the first owns the account. */
export const password = 'Sample-account-9';

export const owner = { name: 'Mara Okafor', email: 'owner@shop.example' };
export const colleagues = [
  { name: 'Ines Duarte', email: 'ines@shop.example' },
  { name: 'Tom Brandt', email: 'tom@shop.example' },
];
