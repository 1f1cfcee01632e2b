import { UnreadableFile } from './place'

/** In which way a file's bytes were read as text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface DecodedText {
  text: string
  encoding: Encoding
  /** Whether nothing in the file says that it is of this encoding. */
  isGuessed: boolean
}

const BYTE_ORDER_MARKS: [label: Encoding, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What a JavaScript string can hold (V8: 2^29 - 24 characters), rounded down. */
const SIZE_LIMIT = 500 * 1024 * 1024

/** Bytes from which it is told what a file without a mark is. */
const SAMPLE = 4_096

/**
 * The text of a file, its byte order mark removed: by that mark, else as UTF-8, else as UTF-16
 * where every other byte is zero, else as Windows-1252, which spreadsheets still write.
 * @throws UnreadableFile when the bytes are no text, or too many.
 */
export function decodedText(path: string, bytes: Uint8Array): DecodedText {
  if (bytes.byteLength > SIZE_LIMIT) {
    throw new UnreadableFile(path, 'is larger than 500 MB', 'Split it, one file per server.')
  }
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) {
    const text = decoded(bytes, marked[0])
    if (text !== undefined) return { text, encoding: marked[0], isGuessed: false }
    throw notText(path, marked[0])
  }
  const wide = unmarkedUtf16(bytes)
  const wideText = wide && decoded(bytes, wide)
  if (wide && wideText !== undefined) return { text: wideText, encoding: wide, isGuessed: true }
  const text = decoded(bytes, 'utf-8')
  if (text !== undefined) return { text, encoding: 'utf-8', isGuessed: false }
  if (isBinary(bytes)) throw notText(path, 'utf-8')
  // Every byte is a character of it.
  const western = decoded(bytes, 'windows-1252') ?? ''
  return { text: western, encoding: 'windows-1252', isGuessed: true }
}

/** The text alone, as {@link decodedText} reads it. */
export const decodeText = (path: string, bytes: Uint8Array): string => decodedText(path, bytes).text

function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const notText = (path: string, encoding: Encoding): UnreadableFile =>
  new UnreadableFile(
    path,
    `is not ${encoding.toUpperCase()} text`,
    'Save the file as UTF-8 and import it again.',
  )

/** Latin letters in UTF-16 have a zero in every other byte, and nearly none in the others. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const most = sample.length * 0.35
  if (odd > most && even < odd / 10) return 'utf-16le'
  return even > most && odd < even / 10 ? 'utf-16be' : undefined
}

/** Whether the bytes hold control characters that no text has. */
const isBinary = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, SAMPLE).some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x1b))
