import type { JsonValue } from '../../domain/tool/tool'
import { contentOfValue, readContent, type FileContent } from './file-content'
import { once } from './once'
import { UnreadableFile } from './place'

/**
 * One file of an import: its bytes, decoded and parsed once and on demand, however many formats
 * look at it.
 */
export interface SourceFile {
  /** Relative to what the user named, with `/`. */
  readonly path: string
  /** Decoded by byte order mark, else UTF-8. @throws UnreadableFile when the bytes are not text. */
  text(): string
  /** What the file holds, as far as it is JSON. Never throws. */
  content(): FileContent
}

/** `bytes` is not copied: the caller leaves it alone afterwards. */
export function sourceFile(path: string, bytes: Uint8Array): SourceFile {
  const text = once(() => decodeText(path, bytes))
  return { path, text, content: once(() => readContent(path, text)) }
}

/** A file that holds `value` as JSON. */
const valueFile = (path: string, value: JsonValue): SourceFile => ({
  path,
  text: once(() => JSON.stringify(value)),
  content: once(() => contentOfValue(path, value)),
})

const BYTE_ORDER_MARKS: [label: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** What a JavaScript string can hold (V8: 2^29 - 24 characters), rounded down. */
const SIZE_LIMIT = 500 * 1024 * 1024

/**
 * The text of a file, its byte order mark removed.
 * @throws UnreadableFile when the bytes are neither UTF-8 nor marked UTF-16, or too many.
 */
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

/**
 * The files of an export that holds a whole folder: one JSON object of path → content, every path
 * ending in `.json`. Undefined where `files` is anything else. Never throws.
 */
export function unpackFolder(files: SourceFile[]): SourceFile[] | undefined {
  const [file, ...others] = files
  const content = file?.content()
  if (content?.kind !== 'object' || others.length > 0) return undefined
  const entries = Object.entries(content.value)
  const isFolder = entries.length > 0 && entries.every(([path]) => path.endsWith('.json'))
  return isFolder ? entries.map(([path, value]) => valueFile(path, value)) : undefined
}
