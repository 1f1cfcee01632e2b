import type { StandardFieldsRecord } from '../../domain/standard-fields'
import type { ToolId } from '../../domain/tool'
import type { Clock } from '../../ports/clock'
import type { Session } from '../session'
import type { AskedFields } from './ask-fields'
import { fieldRecords } from './field-states'

/** Answers are kept at least so often: of what was not kept yet, only answers that fit are known to the store of answers. */
const KEEP_EVERY_MS = 5000
const KEEP_EVERY_TOOLS = 50

/** Keeps what was asked, some tools at a time. */
export interface Keeping {
  add(tool: ToolId, asked: AskedFields): Promise<void>
  /** Writes what is not written yet; nothing of tools that are in the catalog no more. */
  end(): Promise<void>
}

interface KeepingFields {
  session: Session
  clock: Clock
  model: string
  prompt: string
}

export function keepingFields({ session, clock, model, prompt }: KeepingFields): Keeping {
  let waiting = new Map<ToolId, AskedFields & { at: string }>()
  let keptMs = clock.elapsedMs()
  const end = async () => {
    const batch = waiting
    if (batch.size === 0) return
    await session.change(async (catalog) => {
      const records = await fieldRecords(session)
      const there = [...batch].filter(([tool]) => catalog.has(tool))
      const put = there.map(([tool, { at, ...asked }]): StandardFieldsRecord => {
        const about = { model, prompt, at }
        return 'fields' in asked
          ? { tool, written: { ...asked, ...about } }
          : { ...records.get(tool), tool, refused: { ...asked, ...about } }
      })
      return { standardFields: { put } }
    })
    waiting = new Map()
    keptMs = clock.elapsedMs()
  }
  return {
    async add(tool, asked) {
      waiting.set(tool, { ...asked, at: clock.timestamp() })
      const isLate = clock.elapsedMs() - keptMs >= KEEP_EVERY_MS
      // An answer that does not fit is in no store of answers: lost, it would be asked for twice again.
      if ('why' in asked || isLate || waiting.size >= KEEP_EVERY_TOOLS) await end()
    },
    end,
  }
}
