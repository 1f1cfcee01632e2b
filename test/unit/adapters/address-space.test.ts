import { expect, it } from 'vitest'
import { addressesLeft } from '../../../src-main/adapters/address-space'

const told = (limit: string, taken: string) => (file: string) =>
  file.endsWith('limits')
    ? `Limit                     Soft Limit           Hard Limit           Units\nMax address space         ${limit}           unlimited            bytes\n`
    : `Name:\tnode\nVmPeak:\t 9999999 kB\nVmSize:\t ${taken} kB\n`

it('what is left of a limit is the limit without what is taken', () => {
  expect(addressesLeft(told('3072000000', '1000000'))).toBe(3_072_000_000 - 1_024_000_000)
  expect(addressesLeft(told('1000', '1000000'))).toBe(0)
})

it('without a limit, or where nothing tells of one, there is no end', () => {
  expect(addressesLeft(told('unlimited', '1000000'))).toBe(Infinity)
  expect(
    addressesLeft(() => {
      throw new Error('ENOENT')
    }),
  ).toBe(Infinity)
})
