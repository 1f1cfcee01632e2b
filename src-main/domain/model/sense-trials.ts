/** Small questions with an obvious answer, by which it is told whether a model understands. */
export const SENSE_TRIALS = ['orders', 'judges', 'splits', 'fills'] as const
export type SenseTrial = (typeof SENSE_TRIALS)[number]
