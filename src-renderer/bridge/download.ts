import type { Reply } from '../../src-main/contract/reply'
import type { ActionAnswer } from '../../src-main/features/actions'
import { saveFile } from '../files/save-file'
import type { Bridge, RequestOptions } from './bridge'

/** What an export action gave. */
export interface ExportedFile {
  file: string
  name: string
  size: number
}

/**
 * Fetches an exported file piece by piece and has the user's browser or window save it; progress
 * counts bytes.
 */
export async function download(
  bridge: Bridge,
  exported: ExportedFile,
  options: RequestOptions = {},
): Promise<Reply<ExportedFile>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  let offset: number | undefined = 0
  while (offset !== undefined) {
    const reply: Reply<ActionAnswer<'files.read'>> = await bridge.request(
      'files.read',
      { file: exported.file, offset },
      { signal: options.signal },
    )
    if (!reply.ok) return reply
    const piece = bytesOf(reply.data.bytes)
    pieces.push(piece)
    done += piece.length
    options.onProgress?.({ what: `Saving ${exported.name}`, done, total: exported.size })
    offset = reply.data.next
  }
  saveFile(exported.name, new Blob(pieces))
  return { ok: true, data: exported }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
