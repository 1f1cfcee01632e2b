export interface LocalFile {
  /** Relative to what was named, with `/`; a lone file's own name. */
  path: string
  /** None of a file that was left out. */
  bytes: Uint8Array
  /** Why a file of a folder was not read. */
  leftOut?: { why: string; fix: string }
}

/** Files the user hands in. */
export interface LocalFiles {
  /**
   * A file, or all files of a folder, dot files and folders left out; of those that hold no data
   * by their names, or are too large, the names alone.
   * @throws Problem `not-found`, `unreadable`, `bad-input` when too large.
   */
  read(path: string): Promise<LocalFile[]>
  /** Whether a file is there, which is not looked into. */
  has(path: string): Promise<boolean>
  /** One file. @param most bytes @throws Problem where it is longer, no file, or cannot be read. */
  readOne(path: string, most: number): Promise<Uint8Array>
  /** A new empty folder for files sent piece by piece, gone when the process ends. */
  temporaryFolder(): Promise<string>
  /**
   * Adds to a file below a {@link temporaryFolder}.
   * @throws Problem `bad-input` for a path that leads out of it.
   */
  append(folder: string, path: string, bytes: Uint8Array): Promise<void>
}
