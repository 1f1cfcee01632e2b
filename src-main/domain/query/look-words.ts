/** How often a test set was measured on, in words. */
export const looksText = (looked: number): string =>
  looked === 0 ? 'never looked at' : `looked at ${looked === 1 ? 'once' : `${looked} times`}`
