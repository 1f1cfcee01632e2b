import type { FieldsStandardiseAnswer } from '../../contract/field'
import { idOf } from '../../domain/tool/kept-tool'
import { Problem } from '../../domain/problem'
import { ToolId, type CatalogTool } from '../../domain/tool/tool'
import { inWordsOf, type Ask, type Wordings } from '../../pipeline/ask'
import { promptName } from '../../pipeline/prompt'
import { standardiseAnyTool } from '../../pipeline/prompts/standardise-tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import { askEach, askWatched } from '../models/ask-each'
import { chatModelOf } from '../models/chat-model'
import type { AppContext } from '../context'
import { memoPerCommit } from '../workspaces/memo-per-commit'
import type { Session } from '../workspaces/session'
import { askFields, type AskedFields } from './ask-fields'
import {
  fieldRecords,
  fieldState,
  isRefusedToOthers,
  type AskedBy,
  type FieldRecords,
} from './field-states'
import { keepingFields, type KeepingFields } from './keep-fields'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const FieldsStandardiseInput = z.object({
  dir: Dir,
  ids: z.array(ToolId).min(1).optional().describe('only these tools'),
  again: z
    .boolean()
    .default(false)
    .describe('also about those that are standardised, or were refused'),
})
export type FieldsStandardiseInput = z.output<typeof FieldsStandardiseInput>

type Input = FieldsStandardiseInput
type Output = FieldsStandardiseAnswer

/** Refusals that an answer lists; all of them stand with their tools. */
const MOST_REFUSED = 100

/** Asks the chat model for the fields of tools, one after the other, and keeps what it answers as it goes. */
export async function standardise(
  context: AppContext,
  { dir, ids, again }: Input,
  call: Call,
): Promise<Output> {
  const { sessions, clock } = context
  const session = await sessions.of(dir)
  const chat = await chatModelOf(context, { session, dir }, call.signal)
  if (!chat) throw noModel()
  const { model, ask } = chat
  const by = { ...askedBy(model, chat.wordings), model }
  const done: Output = {
    ...{ asked: 0, written: 0, refused: [], refusals: 0, withData: 0, passedOver: 0, gone: 0 },
    ...{ failed: [], left: 0 },
  }
  const asking = {
    session,
    again,
    by,
    done,
    records: memoPerCommit(session, () => fieldRecords(session)),
  }
  const toAsk = await chosen(asking, ids, yieldToEventLoop(clock, call.signal))
  const keeping = keepingFields({ session, clock, ...by })
  try {
    const one = (id: ToolId) => askOnce(id, { ...asking, ask, keeping, clock }, call)
    const of = { what: 'Standardising tools', unit: 'tools', one }
    const ended = await askEach(toAsk, of, call)
    return { ...done, ...ended }
  } catch (error) {
    throw call.signal.aborted ? stopped(done, { of: toAsk.length, again }) : error
  } finally {
    await keeping.end()
  }
}

/** Who is asked, and in which words: what another model could not answer, it is asked. */
export const askedBy = (model: string | undefined, wordings: Wordings): AskedBy => ({
  model,
  prompt: promptName(inWordsOf(wordings, standardiseAnyTool)),
})

interface Asking {
  session: Session
  by: AskedBy
  again: boolean
  done: Output
  records: () => Promise<FieldRecords>
}

interface AskingModel extends Asking {
  ask: Ask
  keeping: KeepingFields
  clock: AppContext['clock']
}

async function askOnce(id: ToolId, asking: AskingModel, call: Call): Promise<void> {
  const entry = await stillToAsk(asking, id)
  if (!entry) return
  const { clock, done, keeping } = asking
  const asked = await askWatched({ clock, stage: STAGE, signal: call.signal }, (each) =>
    askFields(asking.ask, entry, each),
  )
  count(done, id, asked)
  await keeping.add(id, asked)
}

/** The tools that are to be asked about, by id. Counts the others. */
async function chosen(
  asking: Asking,
  ids: Input['ids'],
  pause: () => Promise<unknown>,
): Promise<ToolId[]> {
  const [catalog, records] = [await asking.session.catalog(), await asking.records()]
  const wanted = ids ? [...new Set(ids)] : catalog.tools.map(idOf)
  const toAsk: ToolId[] = []
  for (const id of wanted) {
    await pause()
    if (!catalog.has(id)) asking.done.gone++
    else if (isToAsk(catalog.tool(id), records, asking)) toAsk.push(id)
  }
  return toAsk
}

function isToAsk(entry: CatalogTool, records: FieldRecords, { again, by, done }: Asking): boolean {
  const record = records.get(idOf(entry))
  const state = fieldState(entry, record)
  if (state === 'data') done.withData++
  else if (again || state === 'none' || state === 'stale') return true
  else if (isRefusedToOthers(entry, record, by)) return true
  else done.passedOver++
  return false
}

/** The tool as it is by now, unless it is gone, or another program standardised it meanwhile. */
async function stillToAsk(asking: Asking, id: ToolId): Promise<CatalogTool | undefined> {
  const catalog = await asking.session.catalog()
  if (!catalog.has(id)) {
    asking.done.gone++
    return undefined
  }
  const entry = catalog.tool(id)
  return isToAsk(entry, await asking.records(), asking) ? entry : undefined
}

const STAGE = 'standardise a tool'

function count(done: Output, id: ToolId, asked: AskedFields): void {
  done.asked++
  if ('fields' in asked) {
    done.written++
    return
  }
  done.refusals++
  if (done.refused.length < MOST_REFUSED) done.refused.push({ id, why: asked.why })
}

const stopped = ({ asked }: Output, { of, again }: { of: number; again: boolean }): Problem =>
  asked === 0
    ? new Problem('cancelled', 'Stopped. No tool was standardised.')
    : new Problem(
        'cancelled',
        `Stopped. ${asked} of ${of} tools were asked about, and what came of it is kept.`,
        again
          ? 'Standardise again to go on, without asking those again that are done.'
          : 'Standardise again to go on: none of these is asked about again.',
      )

const noModel = (): Problem =>
  new Problem(
    'unavailable',
    'No chat model is chosen, so none can be asked to standardise tools.',
    'Choose one under Models. Without one, correct the fields of single tools by hand.',
  )
