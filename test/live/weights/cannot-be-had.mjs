/** What is wanted cannot be fetched on this machine: no fault of what is tried with it. */
export class CannotBeHad extends Error {}
