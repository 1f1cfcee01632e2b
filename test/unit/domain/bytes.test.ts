import { expect, it } from 'vitest'
import { bytesText } from '../../../src-main/domain/bytes'

it.each([
  [0, '0 bytes'],
  [640, '640 bytes'],
  [999.6, '1.0 kB'],
  [1_310_720, '1.3 MB'],
  [45_949_216, '45.9 MB'],
  [99_950_000, '100 MB'],
  [274_302_450, '274 MB'],
  [999_600_000, '1.0 GB'],
  [4_683_087_332, '4.7 GB'],
  [5e17, '500000 TB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
