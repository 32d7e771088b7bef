/** `c2pa` in the namespace of ISO, the type of the outermost JUMBF box. Source: C2PA 2.2, 11.1.4.2. */
const storeType = Buffer.from('6332706100110010800000aa00389b71', 'hex');
/** Source: C2PA 2.2, A.5.1. */
const boxType = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

/** Whether a JUMBF superbox begins there that holds manifests. */
export const isC2paStore = (data: Buffer): boolean =>
  data.toString('latin1', 4, 8) === 'jumb' &&
  data.toString('latin1', 12, 16) === 'jumd' &&
  data.subarray(16, 32).equals(storeType);

/** Whether a box of an ISO file holds manifests, by its first 32 bytes. */
export const isC2paBox = (head: Buffer): boolean => {
  const at = head.length >= 8 && head.readUInt32BE(0) === 1 ? 16 : 8;
  return head.toString('latin1', 4, 8) === 'uuid' && head.subarray(at, at + 16).equals(boxType);
};
