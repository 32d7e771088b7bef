/** Who works in the sample account. All have one password, and the first owns the account. */
export const password = 'Sample-account-9';

export const owner = { name: 'Mara Okafor', email: 'owner@shop.example' };
export const colleagues = [
  { name: 'Ines Duarte', email: 'ines@shop.example' },
  { name: 'Tom Brandt', email: 'tom@shop.example' },
];

/** Who sells in the shop: what its programs send is theirs. */
const sellers = [
  ['maria.k', 'Maria Keller'],
  ['old_cellar', 'The Old Cellar'],
  ['skyhop', 'Skyhop Prints'],
  ['home.by.jo', 'Home by Jo'],
  ['atelier9', 'Atelier Nine'],
  ['toybox', 'Toybox Berlin'],
  ['plantshelf', 'Plantshelf'],
  ['print.room', 'The Print Room'],
].map(([id, name]) => ({ id, name }));

/** The same one for a title whenever it comes; what has no name of its own comes from the first three. */
export function sellerOf(title) {
  const sum = [...title].reduce((total, letter) => total + letter.codePointAt(0), 0);
  return sellers[sum % (title.startsWith('Upload') ? 3 : sellers.length)];
}
