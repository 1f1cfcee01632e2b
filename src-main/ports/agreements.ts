/** What a person agreed to, such as that a program is started: kept in the program's own folder, never in a workspace. */
export interface Agreements {
  /** Stands for exactly this, and tells nothing of it to who does not know it. */
  markOf(what: unknown): Promise<string>
  has(mark: string): Promise<boolean>
  /** @throws Problem `storage`, `busy`. */
  add(mark: string): Promise<void>
  /** Takes an agreement back; of none there is nothing to take. @throws Problem as {@link add}. */
  remove(mark: string): Promise<void>
}
