import type { JsonValue } from '../../domain/tool/tool'
import { decodedText, type DecodedText } from './decode-text'
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
  /** As `decodedText` reads it. @throws UnreadableFile when the bytes are not text. */
  text(): string
  /** Its encoding where nothing in the file says so. Never throws. */
  guessedEncoding(): string | undefined
  /** What the file holds, as far as it is JSON. Never throws. */
  content(): FileContent
}

/**
 * `bytes` is not copied: the caller leaves it alone afterwards. @param leftOut why they were not
 * read
 */
export function sourceFile(
  path: string,
  bytes: Uint8Array,
  leftOut?: { why: string; fix: string },
): SourceFile {
  const decoded = once(() => {
    if (leftOut) throw new UnreadableFile(path, leftOut.why, leftOut.fix)
    return decodedText(path, bytes)
  })
  const text = (): string => decoded().text
  return {
    path,
    text,
    guessedEncoding: () => encodingOf(decoded),
    content: once(() => readContent(path, text)),
  }
}

function encodingOf(decoded: () => DecodedText): string | undefined {
  try {
    const { encoding, isGuessed } = decoded()
    return isGuessed ? encoding : undefined
  } catch {
    return undefined
  }
}

/** A file that holds `value` as JSON. */
const valueFile = (path: string, value: JsonValue): SourceFile => ({
  path,
  text: once(() => JSON.stringify(value)),
  guessedEncoding: () => undefined,
  content: once(() => contentOfValue(path, value)),
})

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
