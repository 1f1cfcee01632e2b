import type { Session } from './session'

/** What `read` gives, read again only after a commit, or where reading failed. */
export function memoPerCommit<Read>(
  { store }: Pick<Session, 'store'>,
  read: () => Promise<Read>,
): () => Promise<Read> {
  let last: { commit: string; read: Promise<Read> } | undefined
  return async () => {
    const { commit } = await store.state()
    if (last?.commit === commit) return last.read
    const reading = { commit, read: read() }
    last = reading
    reading.read.catch(() => {
      if (last === reading) last = undefined
    })
    return reading.read
  }
}
