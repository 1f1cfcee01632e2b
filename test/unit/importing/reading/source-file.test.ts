import { describe, expect, it } from 'vitest'
import { decodedText, decodeText } from '../../../../src-main/importing/reading/decode-text'

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

  it.each([true, false])('reads UTF-16 without a mark (little endian: %s)', (littleEndian) => {
    const bytes = utf16('{"name": "ä"}', littleEndian).subarray(2)
    expect(decodedText('a', bytes)).toMatchObject({ text: '{"name": "ä"}', isGuessed: true })
  })

  it('reads what is no UTF-8 as Windows-1252, and says that this is a guess', () => {
    const western = new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x80])
    expect(decodedText('menu.csv', western)).toEqual({
      text: 'café€',
      encoding: 'windows-1252',
      isGuessed: true,
    })
  })

  it('refuses bytes that are no text, and says what to do', () => {
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00])
    expect(() => decodeText('logo.png', picture)).toThrow('logo.png: is not UTF-8 text')
  })

  it('refuses more than a string can hold before it tries', () => {
    const huge = { byteLength: 501 * 1024 * 1024 } as Uint8Array
    expect(() => decodeText('huge.json', huge)).toThrow('larger than 500 MB')
  })
})
