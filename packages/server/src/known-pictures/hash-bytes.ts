import type { PdqDigits } from '@clearframe/contract';

export const hashBytes = (digits: PdqDigits): Buffer => Buffer.from(digits, 'hex');
export const hashDigits = (bytes: Buffer): PdqDigits => bytes.toString('hex');
