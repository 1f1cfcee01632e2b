import type { CodeFile } from './programs'

/**
 * What stood when a person agreed to something: enough to say later what has changed, and where its
 * program was found.
 */
export interface Agreed {
  mark: string
  /** The mark that was agreed to before, where that was another. */
  before?: string | undefined
  /** The PATH under which the program was found, and which it is given. */
  path?: string | undefined
  program?: string | undefined
  /** The files that ran. */
  code?: readonly CodeFile[] | undefined
  /** A mark of each part, by what it is called. */
  parts: Readonly<Record<string, string>>
}

/**
 * What a person agreed to, such as that a program is started: kept in the program's own folder,
 * never in a workspace.
 */
export interface Agreements {
  /** Stands for exactly this, and tells nothing of it to who does not know it. */
  markOf(what: unknown): Promise<string>
  /** The same of each part. */
  marksOf(parts: Readonly<Record<string, unknown>>): Promise<Record<string, string>>
  has(mark: string): Promise<boolean>
  /**
   * @param known what is kept of it, by a mark of what it is about: it takes the place of what was
   * kept before
   * @throws Problem `storage`, `busy`.
   */
  add(mark: string, known?: { about: string; agreed: Agreed }): Promise<void>
  /** What stood when somebody last agreed to something about this. @param about a mark */
  about(about: string): Promise<Agreed | undefined>
  /** Takes an agreement back; of none there is nothing to take. @throws Problem as {@link add}. */
  remove(mark: string): Promise<void>
}
