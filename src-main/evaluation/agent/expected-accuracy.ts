import type { Estimate } from '../../domain/run'

/** Half of a 95 % interval, in standard errors. */
const STANDARD_ERRORS = 1.96

/**
 * Expected accuracy of an agent that is given the k tools that are found in a catalog of M: `E(M,k) = A(k)·R(M,k)` (Toolshed,
 * figure 19). Its interval is of the first order in both errors, which are taken as independent.
 * @param agent A(k), the Simple Agent's accuracy with k tools; @param recall R(M,k)
 */
export function expectedAccuracy(agent: Estimate, recall: Estimate): Estimate {
  const mean = agent.mean * recall.mean
  const error = Math.hypot(recall.mean * errorOf(agent), agent.mean * errorOf(recall))
  const half = STANDARD_ERRORS * error
  return { mean, ci95: [Math.max(0, mean - half), Math.min(1, mean + half)] }
}

const errorOf = ({ ci95: [low, high] }: Estimate): number => (high - low) / (2 * STANDARD_ERRORS)
