/** A prompt as people read and reword it. */
export interface PromptInfo {
  id: string
  title: string
  /** When it is asked, and what becomes of the answer. */
  purpose: string
  version: number
  /**
   * As runs name it in this workspace: `vary-step@2`, or with a mark of its own wording behind it.
   */
  name: string
  /** What the workspace’s own wording is instead of. */
  standard: string
  /** What is asked in this workspace. */
  wording: string
  isOwn: boolean
  /** Characters that served agents are given of it, where that is less than may be written. */
  most?: number
  /** Of a wording of its own that was written for an earlier version of the prompt. */
  isOutdated: boolean
}

/** What is said of a wording of which served agents are given only the beginning, if it is one. */
export const cutText = (wording: string, most: number | undefined): string | undefined =>
  most !== undefined && wording.length > most
    ? `Agents are given its first ${count(most)} characters, up to the end of a sentence: clients cut longer texts. It has ${count(wording.length)}.`
    : undefined

const count = (characters: number): string => characters.toLocaleString('en')
