import { keepsQuery, namedIn } from './query-texts'
import type { ToolId } from '../../domain/tool/tool'
import type { JudgedQuery, Judgement, WrittenQuery } from '../../domain/query/written-query'
import { WRITING } from '../../domain/query/writing'
import { InvalidAnswer, type Ask, type AskCall, type Asked } from '../../pipeline/ask'
import { judgeQuery } from '../../pipeline/prompts/judge-query'
import { writeQueries } from '../../pipeline/prompts/write-queries'
import type { Clock } from '../../ports/clock'
import type { Catalog } from '../../app/workspaces/catalog'
import { validationErrorWords } from '../../app/requests/validation-error-words'
import { toWriteFor } from './shown-tools'
import { textOf } from './written-records'

/** A model as it is asked to write or to judge. */
export interface Asker {
  ask: Ask
  /** As people choose it. */
  model: string
  /** The name of the prompt, as this workspace words it. */
  prompt: string
}

/** Where and how a model is asked. */
export interface Asking {
  catalog: Catalog
  clock: Clock
  call: AskCall
}

/**
 * Has a model write for a bundle that is drawn: as many records as there are queries, the first
 * under the id of the bundle, or that one refused. @throws whatever keeps the model from answering
 * at all.
 */
export async function askQueries(
  { ask, model, prompt }: Asker,
  drawn: WrittenQuery,
  asking: Asking,
): Promise<WrittenQuery[]> {
  const { tools } = drawn.bundle
  if (!tools.every((id) => asking.catalog.has(id))) return [refused(drawn, GONE)]
  const entries = tools.map((id) => asking.catalog.tool(id))
  const names = entries.map(({ tool }) => tool.name)
  const faultOf = (text: string) => {
    const given = namedIn(text, names)
    return given.length > 0 ? `names the tool ${listed(given)}` : undefined
  }
  const asked = await timed(asking.clock, () =>
    ask(
      writeQueries(drawn.style.perBundle, faultOf),
      { tools: entries.map(toWriteFor), style: drawn.style },
      asking.call,
    ),
  )
  if ('why' in asked) return [refused(drawn, asked.why, { model, prompt })]
  const { tookMs } = asked
  return asked.answer.queries.map((text, at) => ({
    ...drawn,
    id: at === 0 ? drawn.id : `${drawn.id}-${at + 1}`,
    state: 'unjudged',
    text: text.trim(),
    origin: { by: 'model', model, prompt, ...(tookMs !== undefined && { tookMs }) },
  }))
}

/**
 * Has a judge look at a written query: as it is to be kept, for its author or dropped.
 * @throws as {@link askQueries}.
 */
export async function askJudge(
  judge: Asker,
  written: WrittenQuery,
  asking: Asking,
): Promise<WrittenQuery> {
  const { tools, without, instead } = written.bundle
  const others = instead === undefined ? tools.filter((id) => id !== without) : [instead]
  if (![...tools, ...others].every((id) => asking.catalog.has(id))) return refused(written, GONE)
  const ask = (ids: readonly ToolId[]) => judgementOf(judge, { written, ids }, asking)
  const { model, prompt } = judge
  const refusing = (why: string) =>
    refused(written, `the judge’s answer: ${why}`, { model, prompt })
  const whole = await ask(tools)
  if ('why' in whole) return refusing(whole.why)
  const isTested = whole.solving === 'exact' && (without ?? instead) !== undefined
  const less = isTested ? await ask(others) : undefined
  if (less && 'why' in less) return refusing(less.why)
  const took = [whole, ...(less ? [less] : [])].map(({ tookMs }) => tookMs)
  const passed = keepsQuery({ whole, less }, tools.length)
  const judged: JudgedQuery = {
    model,
    prompt,
    passed,
    whole: plain(whole),
    ...(less && { less: plain(less) }),
    ...(took.every((ms) => ms !== undefined) && { tookMs: took.reduce((sum, ms) => sum + ms, 0) }),
  }
  return { ...written, state: passed ? 'waiting' : 'dropped', judged }
}

async function judgementOf(
  { ask }: Asker,
  { written, ids }: { written: WrittenQuery; ids: readonly ToolId[] },
  { catalog, clock, call }: Asking,
): Promise<(Judgement & { tookMs?: number }) | { why: string }> {
  const tools = ids.map((id) => toWriteFor(catalog.tool(id)))
  const asked = await timed(clock, () => ask(judgeQuery, { text: textOf(written), tools }, call))
  if ('why' in asked) return asked
  const { solving, reason } = asked.answer
  const { tookMs } = asked
  return {
    solving,
    reason: reason.trim().slice(0, WRITING.longestReason).toWellFormed(),
    ...(tookMs !== undefined && { tookMs }),
  }
}

const plain = ({ solving, reason }: Judgement): Judgement => ({ solving, reason })

const GONE = 'a tool of it is no longer in the catalog'

const refused = (
  record: WrittenQuery,
  why: string,
  refusedBy?: WrittenQuery['refusedBy'],
): WrittenQuery => ({ ...record, state: 'refused', why, ...(refusedBy && { refusedBy }) })

/** An answer with how long it took, unless it was known already, or why it cannot be used. */
async function timed<Answer>(
  clock: Clock,
  ask: () => Promise<Asked<Answer>>,
): Promise<{ answer: Answer; tookMs?: number } | { why: string }> {
  const began = clock.elapsedMs()
  try {
    const { answer, call } = await ask()
    return { answer, ...(!call.cached && { tookMs: Math.round(clock.elapsedMs() - began) }) }
  } catch (error) {
    if (error instanceof InvalidAnswer) return { why: validationErrorWords(error.fault) }
    throw error
  }
}

const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')
