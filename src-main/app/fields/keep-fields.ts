import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { ToolId } from '../../domain/tool/tool'
import type { Clock } from '../../ports/clock'
import { keepInBatches } from '../models/keep-in-batches'
import type { Session } from '../workspaces/session'
import type { AskedFields } from './ask-fields'
import { fieldRecords } from './field-states'

/** Keeps what was asked, some tools at a time. */
export interface KeepingFields {
  add(tool: ToolId, asked: AskedFields): Promise<void>
  /** Writes what is not written yet; nothing of tools that are in the catalog no more. */
  end(): Promise<void>
}

interface Asking {
  session: Session
  clock: Clock
  model: string
  prompt: string
}

export function keepingFields({ session, clock, model, prompt }: Asking): KeepingFields {
  const keeping = keepInBatches<AskedFields & { tool: ToolId; at: string }>(clock, (batch) =>
    session.change(async (catalog) => {
      const records = await fieldRecords(session)
      const there = batch.filter(({ tool }) => catalog.has(tool))
      const put = there.map(({ tool, at, ...asked }): StandardFieldsRecord => {
        const about = { model, prompt, at }
        return 'fields' in asked
          ? { tool, written: { ...asked, ...about } }
          : { ...records.get(tool), tool, refused: { ...asked, ...about } }
      })
      return { standardFields: { put } }
    }),
  )
  return {
    add: (tool, asked) => keeping.add({ ...asked, tool, at: clock.timestamp() }, 'why' in asked),
    end: () => keeping.end(),
  }
}
