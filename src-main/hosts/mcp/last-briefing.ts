import type { Briefing } from '../../contract/serving'

/** What an agent is given: as it is now, or for who connected before, as it was read last. */
interface LastBriefing {
  /**
   * Who asks while it is read waits for the same; where it cannot be read, they are given what was
   * read last. @throws what `read` throws where nothing was read before
   */
  now: () => Promise<Briefing>
  last: () => Promise<Briefing>
}

export function lastBriefing(read: () => Promise<Briefing>): LastBriefing {
  let last: Briefing | undefined
  let reading: Promise<Briefing> | undefined
  const readAgain = async (): Promise<Briefing> => {
    try {
      return (last = await read())
    } catch (error) {
      if (last) return last
      throw error
    } finally {
      reading = undefined
    }
  }
  const now = () => (reading ??= readAgain())
  return { now, last: async () => last ?? now() }
}
