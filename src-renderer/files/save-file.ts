/** Long enough for a browser to have begun saving. */
const keepAddressMs = 60_000

/** Offers the content to the user as a file to keep. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keepAddressMs)
}

/** Offers the text as a file of a MIME type, in UTF-8. */
export const saveText = (name: string, text: string, type: string): void =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))

/** The name without what file systems refuse. */
const fileName = (name: string): string => name.replace(/[\\/:*?"<>|]+/g, '-').trim() || 'export'
