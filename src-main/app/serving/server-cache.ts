import type { Clock } from '../../ports/clock'
import type { ToolConnection, ToolListing, ToolServer, ToolServers } from '../../ports/tool-servers'
import { orStopped } from '../requests/or-stopped'

/** A server that no call goes to is ended after this. */
const IDLE_MS = 5 * 60_000
const LOOK_EVERY_MS = 30_000

/** A server that is called, with all that is needed to reach it. */
export interface CalledServer {
  /** Stands for exactly this server. */
  mark: string
  server: ToolServer
  protocol: string | undefined
  unsaid: readonly string[]
}

/** A server that is open, and what it lists. */
export interface OpenServer<Listed> {
  connection: ToolConnection
  /**
   * What it lists now: it is asked anew each time, whatever it says of changes, and shared by those
   * who wait for it at once.
   */
  listed(): Promise<Listed>
}

interface Kept<Listed> {
  opening: Promise<ToolConnection>
  users: number
  usedMs: number
  /** The list that the server is being asked for. */
  asked?: Promise<ToolListing> | undefined
  /** The last one that was read: most are the same. */
  last?: { tools: Uint8Array; listed: Promise<Listed> } | undefined
}

/**
 * Servers that are called: each is started once, however many calls go to it at a time, and kept
 * until it ends, is idle, or all are closed. @param read what is made of a list
 */
export function serverCache<Listed>(
  { toolServers, clock }: { toolServers: Pick<ToolServers, 'connect'>; clock: Clock },
  read: (listing: ToolListing, signal: AbortSignal) => Promise<Listed>,
) {
  const kept = new Map<string, Kept<Listed>>()
  const over = new AbortController()
  let stopLooking: (() => void) | undefined

  function start({ mark, server, protocol, unsaid }: CalledServer): Kept<Listed> {
    // Others may wait for it too: who asked first cannot stop it.
    const call = { signal: over.signal, protocol, unsaid }
    const opening = toolServers.connect(server, call)
    const entry: Kept<Listed> = { opening, users: 0, usedMs: clock.elapsedMs() }
    kept.set(mark, entry)
    stopLooking ??= clock.every(LOOK_EVERY_MS, endIdle)
    const forget = (): void => {
      if (kept.get(mark) === entry) kept.delete(mark)
      if (kept.size > 0) return
      stopLooking?.()
      stopLooking = undefined
    }
    void opening.then(({ closed }) => closed).then(forget, forget)
    return entry
  }

  function endIdle(): void {
    for (const [mark, { opening, users, usedMs }] of kept) {
      if (users > 0 || clock.elapsedMs() - usedMs < IDLE_MS) continue
      kept.delete(mark)
      void opening.then(({ close }) => close()).catch(() => undefined)
    }
  }

  async function listedBy(entry: Kept<Listed>, connection: ToolConnection): Promise<Listed> {
    entry.asked ??= connection.tools(over.signal).finally(() => (entry.asked = undefined))
    const listing = await entry.asked
    if (!entry.last || Buffer.compare(entry.last.tools, listing.tools) !== 0) {
      const listed = read(listing, over.signal)
      const last = { tools: listing.tools, listed }
      entry.last = last
      listed.catch(() => {
        if (entry.last === last) entry.last = undefined
      })
    }
    return entry.last.listed
  }

  return {
    /**
     * Works with a server, which is started where it is not open; stopping that leaves it to
     * others.
     */
    async use<Result>(
      called: CalledServer,
      signal: AbortSignal,
      work: (open: OpenServer<Listed>) => Promise<Result>,
    ): Promise<Result> {
      signal.throwIfAborted()
      const entry = kept.get(called.mark) ?? start(called)
      entry.users += 1
      try {
        const connection = await orStopped(entry.opening, signal)
        return await work({
          connection,
          listed: () => orStopped(listedBy(entry, connection), signal),
        })
      } finally {
        entry.users -= 1
        entry.usedMs = clock.elapsedMs()
      }
    },
    async close(): Promise<void> {
      over.abort()
      stopLooking?.()
      const open = [...kept.values()].map(async ({ opening }) => (await opening).close())
      await Promise.allSettled(open)
    },
  }
}
