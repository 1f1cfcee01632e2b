import { Problem } from '../../domain/problem'

/** Device names that Windows gives to no file or folder, whatever follows a dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/

const LONGEST = 60

/** A folder's name that reads like a workspace's and is allowed on every system: letters, digits and hyphens. */
export function folderName(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const cut = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replace(/^-+|-+$/g, '')
  if (!cut) return 'workspace'
  return RESERVED.test(cut) ? `${cut}-workspace` : cut
}

/**
 * A workspace's name as it is kept.
 * @throws Problem `bad-input` on an empty or endless one.
 */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (!trimmed || trimmed.length > 200) {
    throw new Problem(
      'bad-input',
      'A workspace needs a name of 1 to 200 characters.',
      'Give it a short name that says which catalog it holds.',
    )
  }
  return trimmed
}

/** What LanceDB opens no folder with. */
const UNUSABLE = /(?![\u0080-\u009f])\p{Cc}/u

/** @throws Problem `bad-input` for a folder in which no workspace can be. */
export function requireUsable(dir: string): void {
  if (!UNUSABLE.test(dir)) return
  const what = `No workspace can be kept in “${dir}”: its path has a control character, such as a line break.`
  throw new Problem('bad-input', what, 'Choose a folder without one, or rename this one.')
}
