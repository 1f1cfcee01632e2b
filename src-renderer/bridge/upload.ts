import type { Reply } from '../../src-main/contract/reply'
import type { Bridge, RequestOptions } from './bridge'
import type { ChosenFile } from './chosen-files'
import { unreadName } from '../../src-main/domain/value/no-data-names'
import { failure } from './failure'

/** 4 MiB as base64, which is what `files.append` takes. */
const pieceSize = 3 * 2 ** 20

/**
 * Hands files to the app piece by piece; progress counts bytes.
 * @returns a `path` for the import actions: of a file chosen alone, else of the folder that holds
 * them all
 */
export async function upload(
  bridge: Bridge,
  files: readonly ChosenFile[],
  options: RequestOptions = {},
): Promise<Reply<string>> {
  const [first] = files
  if (!first) return failure('bad-input', 'There are no files to read.', 'Choose a file or folder.')
  const begun = await bridge.request('files.begin', {}, { signal: options.signal })
  if (!begun.ok) return begun

  const isAlone = files.length === 1 && !first.path.includes('/')
  const placed = withoutSharedFolder(files)
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  let done = 0
  let path = ''
  for (const { file, path: place } of placed) {
    for (const piece of piecesOf(file)) {
      const bytes = await base64(piece)
      if (bytes === undefined) return unreadable(file)
      const input = { folder: begun.data.folder, path: place, bytes }
      const reply = await bridge.request('files.append', input, { signal: options.signal })
      if (!reply.ok) return reply
      path = reply.data.path
      done += piece.size
      options.onProgress?.({ what: `Reading ${place}`, done, total })
    }
  }
  return { ok: true, data: isAlone ? path : begun.data.folder }
}

/**
 * Paths below the folder that was chosen, as the app sees them when it reads that folder itself.
 */
function withoutSharedFolder(files: readonly ChosenFile[]): readonly ChosenFile[] {
  const end = (files[0]?.path.indexOf('/') ?? -1) + 1
  const folder = files[0]?.path.slice(0, end) ?? ''
  if (!folder || !files.every(({ path }) => path.startsWith(folder))) return files
  return files.map(({ path, file }) => ({ path: path.slice(end), file }))
}

/**
 * An empty file is one empty piece, so that it is sent as well; of one that holds no data by its
 * name, no more is sent.
 */
function piecesOf(file: File): Blob[] {
  if (unreadName(file.name)) return [file.slice(0, 0)]
  const count = Math.max(1, Math.ceil(file.size / pieceSize))
  return Array.from({ length: count }, (_, index) =>
    file.slice(index * pieceSize, (index + 1) * pieceSize),
  )
}

/** Undefined when the file can no longer be read. */
function base64(piece: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    }
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(piece)
  })
}

function unreadable(file: File): Reply<never> {
  return failure('unreadable', `${file.name} cannot be read.`, 'Choose it again.')
}
