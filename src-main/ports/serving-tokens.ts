/**
 * How often each workspace was given a new token, in other words: what makes its token another one
 * than before.
 */
export interface ServingTokens {
  /**
   * Undefined where it was never given another.
   * @throws Problem `unreadable` where that cannot be told
   */
  changeOf(workspace: string): Promise<string | undefined>
  /** Makes its token another one. @throws Problem `storage`, `busy`, `unreadable` */
  change(workspace: string): Promise<void>
}
