/** A name made safe for every file system. */
export const fileNameOf = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').trim() || 'export'
