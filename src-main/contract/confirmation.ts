/** What a person is asked outside of the window, whose page may be another’s by then. */
export interface Confirmation {
  /** The question. */
  message: string
  /** All that it is about, each on a line of its own. */
  lines: string[]
}
