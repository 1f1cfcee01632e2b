import { UnreadableFile } from './unreadable-file'

const BYTE_ORDER_MARKS: [label: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What a JavaScript string can hold (V8: 2^29 - 24 characters), rounded down. */
const SIZE_LIMIT = 500 * 1024 * 1024

/** The text of a file, its byte order mark removed. @throws UnreadableFile when the bytes are neither UTF-8 nor marked UTF-16, or too many. */
export function decodeText(path: string, bytes: Uint8Array): string {
  if (bytes.byteLength > SIZE_LIMIT) {
    throw new UnreadableFile(path, 'is larger than 500 MB', 'Split it, one file per server.')
  }
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  const encoding = marked?.[0] ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(
      path,
      `is not ${encoding.toUpperCase()} text`,
      'Save the file as UTF-8 and import it again.',
    )
  }
}
