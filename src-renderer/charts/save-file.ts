/** Offers the content to the user as a file to keep. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName(name)
  link.click()
  // The download has begun only once the event loop turns.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** The name without what file systems refuse. */
export const fileName = (name: string): string =>
  name.replace(/[\\/:*?"<>|]+/g, '-').trim() || 'export'

export const saveText = (name: string, text: string, type: string): void =>
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
