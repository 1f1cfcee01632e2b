/** A file to send, and where it lies below the folder that was chosen, with `/`. */
export interface ChosenFile {
  path: string
  file: File
}

/** What a file field holds; a field for folders gives the paths of its files. */
export function chosenFiles(files: Iterable<File>): ChosenFile[] {
  const chosen = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
  return chosen.filter(isVisible)
}

/**
 * Characters of the longest text that is taken when it is pasted: a window copies it several times
 * over.
 */
const LONGEST_PASTE = 10_000_000

/** Why a text is too long to be pasted, where it is. */
export function pasteFault(text: string): { message: string; fix: string } | undefined {
  if (text.length <= LONGEST_PASTE) return undefined
  const [is, most] = [text.length, LONGEST_PASTE].map((count) => Math.round(count / 1_000_000))
  return {
    message: `What was pasted has ${is} million characters; ${most} million are taken.`,
    fix: 'Save it as a file and import that, which may be larger.',
  }
}

/** Text that was pasted, as the file that it would be. */
export function pastedFile(text: string): ChosenFile {
  const isYaml = /^["']?(openapi|swagger)["']?[ \t]*:/m.test(text)
  const path = /^\s*[[{]/.test(text) ? 'pasted.json' : isYaml ? 'pasted.yaml' : 'pasted.csv'
  return { path, file: new File([text], path) }
}

/**
 * What was dropped onto the window, folders with all they hold.
 * Must be called within the drop event: a browser forgets its data when the event is over.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null)
  const found = await Promise.all(entries.map(filesBelow))
  return found.flat().filter(isVisible)
}

async function filesBelow(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry)) return []
  const found = await Promise.all((await entriesOf(entry)).map(filesBelow))
  return found.flat()
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  // A reader gives a hundred or so at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return entries
    entries.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Dot files, and what lies in dot folders (`.git`) or `node_modules`, are no part of a catalog. */
function isVisible({ path }: ChosenFile): boolean {
  return !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
}
