/** The payment could not be opened; the sentence is for the person. */
export class PaymentFault extends Error {
  override name = 'PaymentFault';
}
