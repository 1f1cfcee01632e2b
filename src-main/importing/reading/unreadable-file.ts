/** A file as a whole that cannot be read. The message names the place, `fix` what to do about it. */
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
