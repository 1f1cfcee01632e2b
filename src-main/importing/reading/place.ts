/** What an error about all of the files names: the only file, or else their folder. */
export const placeOf = ([first, ...others]: { path: string }[]): string =>
  first && others.length === 0 ? first.path : 'folder'

/** Where an entry stands, as a person would look it up; `index` counts from 0. */
export const entryAt = (path: string, index: number): string => `${path}, entry ${index + 1}`

/** Where a line stands; `line` counts from 1. */
export const lineAt = (path: string, line: number): string => `${path}, line ${line}`

/**
 * A file as a whole that cannot be read. The message names the place, `fix` what to do about it.
 */
export class UnreadableFile extends Error {
  constructor(
    readonly path: string,
    message: string,
    readonly fix: string,
  ) {
    super(`${path}: ${message}`)
    this.name = 'UnreadableFile'
  }
}
