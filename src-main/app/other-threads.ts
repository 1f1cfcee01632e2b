/** A thread of this machine with an app of its own on the same workspaces. */
export interface OtherThread {
  /** @throws Problem where the reply is an error, or the thread ends. */
  request<Answer>(action: string, input: object, signal: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

/**
 * Starts as many threads as the machine has processors to spare, at once; none where it has one.
 */
export type StartOtherThreads = () => OtherThread[]
