import type { ActionAnswer } from '../../features/actions'
import { saveFile } from '../../compose'
import type { CommandSession } from './session'

/** The bytes of a file that an action offered. */
export async function offeredBytes(
  session: CommandSession,
  { file }: { file: string },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const piece: ActionAnswer<'files.read'> = await session.request('files.read', { file, offset })
    pieces.push(Buffer.from(piece.bytes, 'base64'))
    offset = piece.next
  }
  return Buffer.concat(pieces)
}

/**
 * Writes a file that an action offered, whole or not at all, and says where.
 * @throws Problem `storage`.
 */
export async function saveOffered(
  session: CommandSession,
  offered: { file: string },
  path: string,
): Promise<void> {
  await saveFile(path, await offeredBytes(session, offered))
  session.remark(`Wrote ${path}`)
}
