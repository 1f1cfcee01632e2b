import { Problem } from '../problem'
import type { Run } from '../run/run'

/** What a measure of a run must reach, as written `Recall@5>=0.85`. */
export interface Gate {
  measure: string
  sign: '>=' | '<=' | '>' | '<'
  bound: number
}

/** Whether a run reaches what a gate asks. */
export interface GateResult {
  gate: Gate
  /** The mean; absent where the run has no such measure. */
  value?: number
  isPassed: boolean
}

/** @throws Problem `bad-input` where the text is none. */
export function parseGate(text: string): Gate {
  const [, measure, sign, bound] =
    /^\s*([^<>=\s]+)\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (measure === undefined || sign === undefined) {
    throw new Problem(
      'bad-input',
      `“${text}” is no gate.`,
      'Write a measure, >= or <=, and a number, such as "Recall@5>=0.85".',
    )
  }
  return { measure, sign: sign as Gate['sign'], bound: Number(bound) }
}

export const gateText = ({ measure, sign, bound }: Gate): string => `${measure} ${sign} ${bound}`

/**
 * A measure that the run does not have is not passed: nobody is to rely on what was never looked
 * at.
 */
export function gateResult({ measures }: Pick<Run, 'measures'>, gate: Gate): GateResult {
  const value = measures[gate.measure]?.mean
  if (value === undefined) return { gate, isPassed: false }
  return { gate, value, isPassed: COMPARE[gate.sign](value, gate.bound) }
}

const COMPARE: Record<Gate['sign'], (value: number, bound: number) => boolean> = {
  '>=': (value, bound) => value >= bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '<': (value, bound) => value < bound,
}
