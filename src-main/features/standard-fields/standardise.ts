import type { FieldsStandardiseAnswer } from './shared/answers'
import { idOf } from '../../domain/tool/stored-tool'
import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import type { Problem } from '../../domain/problem'
import { ToolId, type CatalogTool, type StandardisedFields } from '../../domain/tool/tool'
import {
  InvalidAnswer,
  inWordsOf,
  type Ask,
  type AskCall,
  type PromptOverrides,
} from '../../pipeline/ask'
import {
  fieldsOfAnswer,
  toolVersion,
  toStandardise,
} from '../../pipeline/knowledge-base/to-standardise'
import { promptName } from '../../pipeline/prompt'
import { standardiseAnyTool, standardiseTool } from '../../pipeline/prompts/standardise-tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import type { Catalog } from '../../app/workspaces/catalog'
import { chatModelOf, noChatModel } from '../../app/models/chat-model'
import { LONGEST_QUESTION, MOST_PARAMETERS } from '../../app/models/question-limits'
import { refuse, runJob, type ModelAndPrompt } from '../../app/models/job'
import type { AppContext } from '../../app/context'
import { validationErrorWords } from '../../app/requests/validation-error-words'
import { memoPerCommit } from '../../app/workspaces/memo-per-commit'
import type { Session } from '../../app/workspaces/session'
import { fieldRecords, fieldState, isToAskAgain, type FieldRecords } from './field-states'
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

type Done = Omit<FieldsStandardiseAnswer, 'failed' | 'left'>

/**
 * Asks the chat model for the fields of tools, one after the other, and keeps what it answers as it
 * goes.
 */
export async function standardise(
  context: AppContext,
  { dir, ids, again }: FieldsStandardiseInput,
  call: Call,
): Promise<FieldsStandardiseAnswer> {
  const { clock } = context
  const session = await context.sessions.of(dir)
  const place = { session, dir, signal: call.signal }
  const { model, ask, promptOverrides } = await chatModelOf(context, place, noModel)
  const by = askedBy(model, promptOverrides)
  const done: Done = {
    asked: 0,
    written: 0,
    refused: [],
    refusals: 0,
    withData: 0,
    passedOver: 0,
    gone: 0,
  }
  const records = memoPerCommit(session, () => fieldRecords(session))
  const now = async () => ({
    catalog: await session.catalog(),
    records: await records(),
    by,
    again,
    done,
  })
  const items = await chosen(ids, await now(), yieldToEventLoop(clock, call.signal))
  const ended = await runJob<ToolId, CatalogTool, StandardFieldsRecord>(
    {
      what: 'Standardising tools',
      unit: 'tools',
      stage: 'standardise a tool',
      items,
      find: async (id) => toolToAsk(id, await now()),
      async ask(entry, { question, keep }) {
        const tool = idOf(entry)
        const asked = await question((each) => askFields(ask, entry, each))
        const about = { model, prompt: by.prompt, at: clock.timestamp() }
        done.asked++
        if ('fields' in asked) {
          done.written++
          await keep({ tool, written: { ...asked, ...about } }, false)
        } else {
          refuse(done, { id: tool, why: asked.why })
          await keep({ tool, refused: { ...asked, ...about } }, true)
        }
      },
      keep: (batch) => keepFields(session, batch),
      stopped: () => stopped(done, { of: items.length, again }),
    },
    { clock, ...call },
  )
  return { ...done, ...ended }
}

/** Who is asked, and in which words: what another model could not answer, it is asked. */
export const askedBy = (
  model: string | undefined,
  promptOverrides: PromptOverrides,
): ModelAndPrompt => ({
  model,
  prompt: promptName(inWordsOf(promptOverrides, standardiseAnyTool)),
})

interface Choosing {
  catalog: Catalog
  records: FieldRecords
  by: ModelAndPrompt
  again: boolean
  done: Done
}

/** The tools that are to be asked about, by id. Counts the others. */
async function chosen(
  ids: readonly ToolId[] | undefined,
  choosing: Choosing,
  pause: () => Promise<unknown>,
): Promise<ToolId[]> {
  const toAsk: ToolId[] = []
  for (const id of ids ? new Set(ids) : choosing.catalog.tools.map(idOf)) {
    await pause()
    if (toolToAsk(id, choosing)) toAsk.push(id)
  }
  return toAsk
}

/** The tool where it is to be asked about; counts it where it is not. */
function toolToAsk(id: ToolId, choosing: Choosing): CatalogTool | undefined {
  const { catalog, records, by, again, done } = choosing
  const passOver = (as: 'gone' | 'withData' | 'passedOver') => void done[as]++
  if (!catalog.has(id)) return passOver('gone')
  const entry = catalog.tool(id)
  const record = records.get(id)
  const state = fieldState(entry, record)
  if (state === 'data') return passOver('withData')
  const isToAsk = again || state === 'none' || state === 'stale' || isToAskAgain(state, record, by)
  return isToAsk ? entry : passOver('passedOver')
}

const TOO_LONG = 'its definition is longer than a model is asked about: correct its fields by hand'

/** The fields of a tool, or why they are refused. */
type AskedFields = { of: string } & ({ fields: StandardisedFields } | { why: string })

/** Asks a model for the fields of one tool. @throws whatever keeps it from answering at all. */
async function askFields(ask: Ask, entry: CatalogTool, call: AskCall): Promise<AskedFields> {
  const of = toolVersion(entry)
  const input = toStandardise(entry)
  const names = input.parameters.map(({ name }) => name)
  const prompt = standardiseTool(names)
  if (names.length > MOST_PARAMETERS) return { of, why: tooMany(names.length) }
  if (prompt.text(input).length > LONGEST_QUESTION) return { of, why: TOO_LONG }
  try {
    const { answer } = await ask(prompt, input, call)
    return { of, fields: fieldsOfAnswer(answer, input.parameters) }
  } catch (error) {
    if (error instanceof InvalidAnswer) return { of, why: validationErrorWords(error.fault) }
    throw error
  }
}

const tooMany = (count: number): string =>
  `it has ${count} parameters, and a model is asked about ${MOST_PARAMETERS} at most: correct its fields by hand`

/**
 * Keeps answers about tools that are still in the catalog. A refusal leaves what was written before
 * it.
 */
const keepFields = (session: Session, batch: readonly StandardFieldsRecord[]): Promise<unknown> =>
  session.change(async (catalog) => {
    const records = await fieldRecords(session)
    const put = batch
      .filter(({ tool }) => catalog.has(tool))
      .map((each) => (each.refused ? { ...records.get(each.tool), ...each } : each))
    return { standardFields: { put } }
  })

const stopped = (
  { asked }: Done,
  { of, again }: { of: number; again: boolean },
): [string, string?] =>
  asked === 0
    ? ['Stopped. No tool was standardised.']
    : [
        `Stopped. ${asked} of ${of} tools were asked about, and what came of it is kept.`,
        again
          ? 'Standardise again to go on, without asking those again that are done.'
          : 'Standardise again to go on: none of these is asked about again.',
      ]

const noModel = (): Problem =>
  noChatModel(
    'be asked to standardise tools',
    'Without one, correct the fields of single tools by hand.',
  )
