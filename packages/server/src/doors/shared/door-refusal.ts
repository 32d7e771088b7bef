/** A client's mistake that a door knows in the words of its protocol already. It is no fault of the server. */
export abstract class DoorRefusal extends Error {}
