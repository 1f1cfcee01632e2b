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
  /** Of a wording of its own that was written for an earlier version of the prompt. */
  isOutdated: boolean
}
