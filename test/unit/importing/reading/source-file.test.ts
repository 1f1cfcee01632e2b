import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../../src-main/importing/reading/source-file'

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2))
  view.setUint16(0, 0xfeff, littleEndian)
  for (let at = 0; at < text.length; at++) {
    view.setUint16(at * 2 + 2, text.charCodeAt(at), littleEndian)
  }
  return new Uint8Array(view.buffer)
}

describe('decodeText', () => {
  it('reads UTF-8 with and without a byte order mark, the mark removed', () => {
    expect(decodeText('a', new TextEncoder().encode('\ufeffä'))).toBe('ä')
    expect(decodeText('a', new TextEncoder().encode('ä'))).toBe('ä')
  })

  it.each([true, false])('reads UTF-16 by its mark (little endian: %s)', (littleEndian) => {
    expect(decodeText('a', utf16('[“ä”]', littleEndian))).toBe('[“ä”]')
  })

  it('refuses bytes that are no UTF-8, and says what to do', () => {
    const latin1 = new Uint8Array([0x63, 0x61, 0x66, 0xe9])
    expect(() => decodeText('menu.csv', latin1)).toThrow('menu.csv: is not UTF-8 text')
  })

  it('refuses more than a string can hold before it tries', () => {
    const huge = { byteLength: 501 * 1024 * 1024 } as Uint8Array
    expect(() => decodeText('huge.json', huge)).toThrow('larger than 500 MB')
  })
})
