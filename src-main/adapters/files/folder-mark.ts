import { stat } from 'node:fs/promises'

/** Which folder of its disk a folder is. Renaming keeps it; a copy has another. */
export interface FolderMark {
  file: string
  bornNs: string
  /** Whether the disk tells when a folder was made; else `bornNs` is when it last changed. */
  tellsBirth: boolean
}

export async function folderMark(dir: string): Promise<FolderMark> {
  const { ino, birthtimeNs, ctimeNs } = await stat(dir, { bigint: true })
  return { file: String(ino), bornNs: String(birthtimeNs), tellsBirth: birthtimeNs !== ctimeNs }
}

/** Numbers of removed folders are given again, so the time counts as well where there is one. */
export const isSameFolder = (
  before: Pick<FolderMark, 'file' | 'bornNs'>,
  now: FolderMark,
): boolean => before.file === now.file && (!now.tellsBirth || before.bornNs === now.bornNs)
