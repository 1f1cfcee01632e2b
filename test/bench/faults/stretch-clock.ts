/** Tells for how long this thread's event loop did not turn. */
export interface StretchClock {
  begin(): Promise<void>
  /**
   * The longest stretch since `begin`, in ms of this thread's own processor time: what other
   * programs do does not count.
   */
  longestMs(): number
  stop(): void
}

export function stretchClock(): StretchClock {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 1)
  return {
    async begin() {
      await new Promise((done) => setTimeout(done, 1))
      longest = 0
      last = process.threadCpuUsage()
    },
    longestMs() {
      look()
      return longest
    },
    stop: () => clearInterval(timer),
  }
}
