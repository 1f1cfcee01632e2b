import type { MeasureInfo } from '../../domain/measure'
import { partsOfName } from '../../domain/measure-name'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `12,345` */
export const count = (value: number): string => grouped.format(value)

/** `1 query`, `2 queries` */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

export const fixed = (value: number, decimals: number): string => value.toFixed(decimals)

/** How figures of a measure are written. */
export interface Figures {
  value: (value: number) => string
  /** With its sign, but for what is rounded to 0. */
  difference: (value: number) => string
  /** `[+0.009, +0.026]` */
  interval: (ends: readonly [number, number]) => string
  info: MeasureInfo | undefined
}

/** @param name at a cut-off, as in {@link Run.measures} */
export function figuresOf(name: string, measures: readonly MeasureInfo[]): Figures {
  const info = measures.find((known) => known.name === partsOfName(name).measure)
  const decimals = info?.format.decimals ?? 3
  const difference = (value: number): string => {
    const text = fixed(Math.abs(value), decimals)
    if (Number(text) === 0) return text
    return `${value > 0 ? '+' : '−'}${text}`
  }
  return {
    info,
    value: (value) => fixed(value, decimals),
    difference,
    interval: (ends) => `[${ends.map(difference).join(', ')}]`,
  }
}
