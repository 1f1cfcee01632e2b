import type { ParsedInput, RouteOutput } from '../../contract/routes'
import { idOf } from '../../domain/kept-tool'
import { Problem } from '../../domain/problem'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Ask } from '../../pipeline/ask'
import { promptName } from '../../pipeline/prompt'
import { standardiseAnyTool } from '../../pipeline/prompts/standardise-tool'
import { watched } from '../../pipeline/watch'
import { inWordsOf, withWordings } from '../../pipeline/wordings'
import { turns } from '../../evaluation/turns'
import type { Call } from '../app'
import { connectedModel } from '../connected-model'
import type { AppContext } from '../handlers'
import { withWorkspaceModels } from '../models/workspace-models'
import type { Session } from '../session'
import { askFields, type AskedFields } from './ask-fields'
import { currentFieldRecords, fieldState, type FieldRecords } from './field-states'
import { keepingFields, type Keeping } from './keep-fields'

type Input = ParsedInput<'fields.standardise'>
type Output = RouteOutput<'fields.standardise'>

/** After as many failures in a row the model is not asked on. */
const MOST_FAILURES = 3
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
  const { model, ask, prompt } = await openModel(context, { session, dir }, call.signal)
  const done: Output = {
    ...{ asked: 0, written: 0, refused: [], refusals: 0, withData: 0, passedOver: 0, gone: 0 },
    ...{ failed: [], left: 0 },
  }
  const asking = { session, again, done, records: currentFieldRecords(session) }
  const toAsk = await chosen(asking, ids, turns(clock, call.signal))
  done.left = toAsk.length
  const keeping = keepingFields({ session, clock, model, prompt })
  try {
    await askEach(toAsk, { ...asking, ask, keeping, clock }, call)
    return done
  } catch (error) {
    throw call.signal.aborted ? stopped(done, toAsk.length) : error
  } finally {
    await keeping.end()
  }
}

interface Asking {
  session: Session
  again: boolean
  done: Output
  records: () => Promise<FieldRecords>
}

interface AskingModel extends Asking {
  ask: Ask
  keeping: Keeping
  clock: AppContext['clock']
}

async function askEach(toAsk: readonly ToolId[], asking: AskingModel, call: Call): Promise<void> {
  const { done, keeping } = asking
  let failures = 0
  for (const [at, id] of toAsk.entries()) {
    call.emit({ what: 'Standardising tools', done: at, total: toAsk.length, unit: 'tools' })
    call.signal.throwIfAborted()
    const entry = await stillToAsk(asking, id)
    if (entry) {
      try {
        const asked = await askOne(asking, entry, call)
        count(done, id, asked)
        await keeping.add(id, asked)
        failures = 0
      } catch (error) {
        call.signal.throwIfAborted()
        if (error instanceof Problem && error.code === 'storage') throw error
        done.failed = [...new Set([...done.failed, messageOf(error)])]
        failures++
        if (failures >= MOST_FAILURES) return
        continue
      }
    }
    done.left--
  }
}

async function openModel(
  context: AppContext,
  { session, dir }: { session: Session; dir: string },
  signal: AbortSignal,
) {
  const own = withWorkspaceModels(context, dir)
  const { chatModel } = await own.settings.read()
  const model = await connectedModel(own, signal)
  if (!model || chatModel === undefined) throw noModel()
  const wordings = await session.wordings()
  const prompt = promptName(inWordsOf(wordings, standardiseAnyTool))
  return { model: chatModel, ask: withWordings(model.ask, wordings), prompt }
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

function isToAsk(entry: CatalogTool, records: FieldRecords, { again, done }: Asking): boolean {
  const state = fieldState(entry, records.get(idOf(entry)))
  if (state === 'data') done.withData++
  else if (again || state === 'none' || state === 'stale') return true
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

const askOne = (
  { ask, clock }: AskingModel,
  entry: CatalogTool,
  { signal }: Call,
): Promise<AskedFields> =>
  watched({ signal, clock }, (watch, either) => {
    watch.enter(STAGE)
    return askFields(ask, entry, { signal: either, onSign: () => watch.alive(STAGE) })
  })

function count(done: Output, id: ToolId, asked: AskedFields): void {
  done.asked++
  if ('fields' in asked) {
    done.written++
    return
  }
  done.refusals++
  if (done.refused.length < MOST_REFUSED) done.refused.push({ id, why: asked.why })
}

const messageOf = (error: unknown): string =>
  error instanceof Problem
    ? [error.message, error.fix].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : String(error)

const stopped = ({ asked }: Output, of: number): Problem =>
  asked === 0
    ? new Problem('cancelled', 'Stopped. No tool was standardised.')
    : new Problem(
        'cancelled',
        `Stopped. ${asked} of ${of} tools were asked about, and what came of it is kept.`,
        'Standardise again to go on: none of these is asked about again.',
      )

const noModel = (): Problem =>
  new Problem(
    'unavailable',
    'No chat model is chosen, so none can be asked to standardise tools.',
    'Choose one under Models. Without one, correct the fields of single tools by hand.',
  )
