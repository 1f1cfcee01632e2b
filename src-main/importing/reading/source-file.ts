import type { JsonValue } from '../../domain/tool'
import { decodeText } from './decode-text'
import { contentOfValue, readContent } from './file-content'
import type { FileContent } from './file-content'
import { once } from './once'

/** One file of an import: its bytes, decoded and parsed once and on demand, however many formats look at it. */
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
export const valueFile = (path: string, value: JsonValue): SourceFile => ({
  path,
  text: once(() => JSON.stringify(value)),
  content: once(() => contentOfValue(path, value)),
})
