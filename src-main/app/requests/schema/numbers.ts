import type { JsonValue } from '../../../domain/tool/tool'

export type AnyNumber = number | bigint

export const isNumber = (value: JsonValue | undefined): value is AnyNumber =>
  typeof value === 'number' || typeof value === 'bigint'

/** 5.0 is an integer too. */
export const isInteger = (value: AnyNumber): boolean =>
  typeof value === 'bigint' || Number.isInteger(value)

/** By their decimal digits: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: AnyNumber, divisor: AnyNumber): boolean {
  const a = decimal(value)
  const b = decimal(divisor)
  if (b.digits === 0n) return false
  const shift = a.exponent - b.exponent
  return shift >= 0
    ? (a.digits * 10n ** BigInt(shift)) % b.digits === 0n
    : a.digits % (b.digits * 10n ** BigInt(-shift)) === 0n
}

function decimal(value: AnyNumber): { digits: bigint; exponent: number } {
  const [coefficient = '0', exponent = '0'] = String(value).replace('-', '').split('e')
  const [whole = '', fraction = ''] = coefficient.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
