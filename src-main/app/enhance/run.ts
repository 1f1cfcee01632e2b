import { AskedParts, type EnhanceRunAnswer } from '../../contract/enhance'
import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem'
import { idOf } from '../../domain/tool/kept-tool'
import type { ProposedPart, TextProposal } from '../../domain/proposal/text'
import type { ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import type { ShownTool } from '../../pipeline/prompts/quoted'
import type { Call } from '../app'
import { askEach, askWatched } from '../models/ask-each'
import { chatModelOf, type ChatModel } from '../models/chat-model'
import { definitionVersion } from './definition-version'
import type { AppContext } from '../context'
import { keepInBatches, type Keeping } from '../models/keep-in-batches'
import { memoPerCommit } from '../workspaces/memo-per-commit'
import type { Session } from '../workspaces/session'
import { askPart, type AskedTexts, type PartToAsk } from './ask-part'
import { nearestTools } from './nearest-tools'
import { askedBy, chosenParts, isToAsk, type AskedBy, type ToolPart } from './parts-to-ask'
import {
  enhancedTools,
  outcomesKept,
  textProposals,
  type EnhancedTools,
  type PartOutcome,
} from './put-proposals'
import { z } from 'zod'

export const EnhanceRunInput = z.object(AskedParts)
export type EnhanceRunInput = z.output<typeof EnhanceRunInput>

type Input = EnhanceRunInput
type Output = EnhanceRunAnswer

/** Refusals that an answer lists; all of them stand with their tools. */
const MOST_REFUSED = 100

/** Asks the chat model for parts of tools, one after the other, and proposes what it answers as it goes. */
export async function enhance(
  context: AppContext,
  { dir, ids, parts, again }: Input,
  call: Call,
): Promise<Output> {
  const { sessions, clock } = context
  const session = await sessions.of(dir)
  const chat = await chatModelOf(context, { session, dir }, call.signal)
  if (!chat) throw noModel()
  const by = askedBy(chat.model, chat.wordings)
  const chosen = await chosenParts(
    await session.catalog(),
    { ids, parts, again, by, enhanced: await enhancedTools(session) },
    yieldToEventLoop(clock, call.signal),
  )
  const { toAsk, passedOver, gone } = chosen
  const done: Output = {
    ...{ asked: 0, proposed: 0, refused: [], refusals: 0, passedOver, gone, failed: [], left: 0 },
  }
  const asking = begin(context, { session, dir, chat, by, again, done })
  try {
    const one = (each: ToolPart) => askOne(asking, each, call)
    const ended = await askEach(toAsk, { what: 'Enhancing tools', unit: 'answers', one }, call)
    return { ...(done.asked > 0 && { run: asking.run }), ...done, ...ended }
  } catch (error) {
    throw call.signal.aborted ? stopped(done, { of: toAsk.length, again }) : error
  } finally {
    await asking.keeping.end()
  }
}

interface Place {
  session: Session
  dir: string
  chat: ChatModel
  by: AskedBy
  again: boolean
  done: Output
}

interface Asking extends Place {
  context: AppContext
  run: string
  keeping: Keeping<PartOutcome>
  enhanced: () => Promise<EnhancedTools>
  proposals: () => Promise<TextProposal[]>
  /** The tool that was asked about last: its neighbours, and the questions that were proposed for it just now. */
  last: { tool?: ToolId; neighbours?: ShownTool[]; questions: string[] }
}

function begin(context: AppContext, place: Place): Asking {
  const { session } = place
  const write = (batch: readonly PartOutcome[]) =>
    session.change((catalog) => outcomesKept(session, catalog, batch))
  return {
    ...place,
    ...{ context, run: randomUUID(), keeping: keepInBatches(context.clock, write) },
    enhanced: memoPerCommit(session, () => enhancedTools(session)),
    proposals: memoPerCommit(session, () => textProposals(session)),
    last: { questions: [] },
  }
}

const STAGE = 'propose a text of a tool'

async function askOne(asking: Asking, { tool, part }: ToolPart, call: Call): Promise<void> {
  const { context, session, by, again, done } = asking
  const catalog = await session.catalog()
  if (!catalog.has(tool)) {
    done.gone++
    return
  }
  const entry = catalog.tool(tool)
  if (!isToAsk(entry, part, { enhanced: await asking.enhanced(), by, again })) {
    // Another program asked for it meanwhile.
    done.passedOver++
    return
  }
  const about = await aboutPart(asking, { entry, part }, call)
  const { clock } = context
  const began = clock.elapsedMs()
  const answered = await askWatched({ clock, stage: STAGE, signal: call.signal }, (each) =>
    askPart(asking.chat.ask, about, each),
  )
  const tookMs = answered.isCached ? 0 : Math.round(clock.elapsedMs() - began)
  count(done, about, answered)
  const { outcome } = answered
  await asking.keeping.add(outcomeOf(asking, about, { ...answered, tookMs }), 'why' in outcome)
  if ('proposed' in outcome) asking.last.questions.push(...(outcome.proposed.questions ?? []))
}

/** Parts that tell a tool from those most like it. */
const AMONG_OTHERS: ReadonlySet<ProposedPart> = new Set(['description', 'whenToUse', 'limits'])

async function aboutPart(
  asking: Asking,
  { entry, part }: Pick<PartToAsk, 'entry' | 'part'>,
  call: Call,
): Promise<PartToAsk> {
  const { context, session, dir } = asking
  const tool = idOf(entry)
  if (asking.last.tool !== tool) asking.last = { tool, questions: [] }
  const { last } = asking
  if (AMONG_OTHERS.has(part)) {
    last.neighbours ??= await nearestTools(context, { session, dir, tool }, call)
  }
  const own = (await asking.proposals()).filter((each) => each.tool === tool)
  const open = own.filter(({ decision }) => !decision)
  const rejected = own.filter((each) => each.part === part && each.decision?.verdict === 'rejected')
  return {
    ...{ entry, part, neighbours: last.neighbours ?? [] },
    questions: [...new Set([...last.questions, ...open.flatMap(questionsIn)])],
    rejected: rejected.flatMap(
      ({ proposed }) => proposed.questions ?? proposed.topics ?? proposed.tags ?? [],
    ),
  }
}

/** Questions that a model proposed: others are users' own, and those are not shown unless they stand with the tool. */
const questionsIn = ({ origin, proposed }: TextProposal): string[] =>
  origin.by === 'model' ? (proposed.questions ?? []) : []

function outcomeOf(
  { context, chat, by, run }: Asking,
  { entry, part }: PartToAsk,
  { outcome, seen, tookMs }: AskedTexts & { tookMs: number },
): PartOutcome {
  const { model } = chat
  const prompt = by.prompts.get(part) ?? ''
  const at = context.clock.timestamp()
  const asked = { of: definitionVersion(entry.tool), model, prompt, at, run, tookMs }
  if ('why' in outcome) {
    const refused = outcome.why.slice(0, LONGEST_WHY).toWellFormed()
    return { tool: idOf(entry), part, asked: { ...asked, refused } }
  }
  const origin = { by: 'model', model, prompt } as const
  const proposal = { proposed: outcome.proposed, origin, of: toolVersion(entry), at, run, seen }
  return { tool: idOf(entry), part, asked, proposal }
}

const LONGEST_WHY = 500

function count(done: Output, { entry, part }: PartToAsk, { outcome }: AskedTexts): void {
  done.asked++
  if ('proposed' in outcome) {
    done.proposed++
    return
  }
  done.refusals++
  const { id, name } = entry.tool
  if (done.refused.length < MOST_REFUSED) done.refused.push({ id, name, part, why: outcome.why })
}

const stopped = ({ asked }: Output, { of, again }: { of: number; again: boolean }): Problem =>
  asked === 0
    ? new Problem('cancelled', 'Stopped. Nothing was asked.')
    : new Problem(
        'cancelled',
        `Stopped. ${asked} of ${of} answers were had, and what came of them is kept.`,
        again
          ? 'Enhance again to go on, without asking again for what is done.'
          : 'Enhance again to go on: none of these is asked for again.',
      )

const noModel = (): Problem =>
  new Problem(
    'unavailable',
    'No chat model is chosen, so none can be asked for texts.',
    'Choose one under Models. Without one, questions can be taken from examples, logged queries and parameters.',
  )
