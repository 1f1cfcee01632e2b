/** Endings of files that are pictures, programs and the like. */
const NO_DATA =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|svgz?|pdf|docx?|pptx?|odt|mp[34]|m4a|mov|avi|mkv|webm|wav|ogg|flac|woff2?|ttf|otf|eot|exe|dll|so|dylib|node|wasm|class|pyc|o|a|bin|onnx|gguf|safetensors|map)$/i

/** Endings of files that may hold data, and are not read. */
const CLOSED: readonly [ending: RegExp, what: string, fix: string][] = [
  [/\.(xlsx?|xlsm|ods)$/i, 'is a workbook', 'Save its sheet as CSV and import that.'],
  [/\.(zip|gz|tgz|bz2|xz|zst|7z|rar|tar|whl|jar)$/i, 'is an archive', 'Unpack it first.'],
  [
    /\.(sqlite3?|db|parquet|arrow|feather)$/i,
    'is a database or a table in binary',
    'Write its rows as JSON Lines or CSV and import that.',
  ],
]

/** Why a file is not read: `why` goes on after its name, and is empty where it holds no data. */
export interface UnreadName {
  why: string
  fix: string
}

/** Why a file of this name is not read; undefined where it is. */
export function unreadName(path: string): UnreadName | undefined {
  if (NO_DATA.test(path)) return { why: '', fix: '' }
  const [closed] = CLOSED.flatMap(([ending, what, fix]) =>
    ending.test(path) ? [{ why: `${what}, which is not read`, fix }] : [],
  )
  return closed
}
