import type { EnhanceRunAnswer } from './shared/answers'
import { randomUUID } from 'node:crypto'
import type { Problem } from '../../domain/problem'
import { idOf } from '../../domain/tool/stored-tool'
import type { ProposedPart, TextProposal } from '../../domain/proposal/text'
import type { ToolId } from '../../domain/tool/tool'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import type { ShownTool } from '../../pipeline/prompts/quoted'
import { anyTexts } from '../../pipeline/prompts/tool-to-enhance'
import type { Call } from '../../app/app'
import { chatModelOf, noChatModel } from '../../app/models/chat-model'
import { refuse, runJob } from '../../app/models/job'
import type { AppContext } from '../../app/context'
import { memoPerCommit } from '../../app/workspaces/memo-per-commit'
import { askPart, promptOf, type PartAnswer, type PartToAsk } from './ask-part'
import { PartsInput } from './input'
import { nearestTools } from './nearest-tools'
import { textsOfOthers } from './texts-of-others'
import { askedBy, chosenParts, definitionVersion, isToAsk, type ToolPart } from './parts-to-ask'
import { enhancedTools, storeOutcomes, textProposals, type PartOutcome } from './put-proposals'
import { z } from 'zod'

export const EnhanceRunInput = z.object(PartsInput)
export type EnhanceRunInput = z.output<typeof EnhanceRunInput>

type Done = Omit<EnhanceRunAnswer, 'run' | 'failed' | 'left'>
type Found = Pick<PartToAsk, 'entry' | 'part'>

/**
 * Asks the chat model for parts of tools, one after the other, and proposes what it answers as it
 * goes.
 */
export async function enhance(
  context: AppContext,
  { dir, ids, parts, again }: EnhanceRunInput,
  call: Call,
): Promise<EnhanceRunAnswer> {
  const { clock } = context
  const session = await context.sessions.of(dir)
  const place = { session, dir, signal: call.signal }
  const { model, ask, promptOverrides } = await chatModelOf(context, place, noModel)
  const by = askedBy(model, promptOverrides)
  const run = randomUUID()
  const enhanced = memoPerCommit(session, () => enhancedTools(session))
  const proposals = memoPerCommit(session, () => textProposals(session))
  const { toAsk, passedOver, gone } = await chosenParts(
    await session.catalog(),
    { ids, parts, again, by, enhanced: await enhanced() },
    yieldToEventLoop(clock, call.signal),
  )
  const others = textsOfOthers((await session.catalog()).tools, await proposals())
  const done: Done = { asked: 0, proposed: 0, refused: [], refusals: 0, passedOver, gone }
  let last: LastTool = { questions: [] }
  const ended = await runJob<ToolPart, Found, PartOutcome>(
    {
      what: 'Enhancing tools',
      unit: 'answers',
      stage: 'propose a text of a tool',
      items: toAsk,
      async find({ tool, part }) {
        const catalog = await session.catalog()
        if (!catalog.has(tool)) return void done.gone++
        const entry = catalog.tool(tool)
        const isLeft = isToAsk(entry, part, { enhanced: await enhanced(), by, again })
        return isLeft ? { entry, part } : void done.passedOver++
      },
      async ask({ entry, part }, { question, keep }) {
        const tool = idOf(entry)
        if (last.tool !== tool) last = { tool, questions: [] }
        if (AMONG_OTHERS.has(part)) {
          last.neighbours ??= await nearestTools(context, { session, dir, tool }, call)
        }
        const about = {
          ...aboutPart({ entry, part }, last, await proposals()),
          wording: promptOverrides.get(promptOf(part, anyTexts).id),
          isOfAnother: others.than(tool),
        }
        const began = clock.elapsedMs()
        const asked = await question((each) => askPart(ask, about, each))
        const tookMs = asked.isCached ? 0 : Math.round(clock.elapsedMs() - began)
        count(done, about, asked)
        const stamp = { model, prompt: by.prompts.get(part) ?? '', at: clock.timestamp(), run }
        await keep(outcomeOf(about, asked, { ...stamp, tookMs }), 'why' in asked.outcome)
        if ('proposed' in asked.outcome) {
          last.questions.push(...(asked.outcome.proposed.questions ?? []))
          others.add(tool, asked.outcome.proposed)
        }
      },
      keep: (batch) => session.change((catalog) => storeOutcomes(session, catalog, batch)),
      stopped: () => stopped(done, { of: toAsk.length, again }),
    },
    { clock, ...call },
  )
  return { ...(done.asked > 0 && { run }), ...done, ...ended }
}

/**
 * The tool that was asked about last: its neighbours, and the questions that were proposed for it
 * just now.
 */
interface LastTool {
  tool?: ToolId
  neighbours?: ShownTool[]
  questions: string[]
}

/** Parts that tell a tool from those most like it. */
const AMONG_OTHERS: ReadonlySet<ProposedPart> = new Set(['description', 'whenToUse', 'limits'])

function aboutPart(
  { entry, part }: Found,
  last: LastTool,
  proposals: readonly TextProposal[],
): PartToAsk {
  const own = proposals.filter(({ tool }) => tool === idOf(entry))
  const open = own.filter(({ decision }) => !decision)
  const rejected = own.filter((each) => each.part === part && each.decision?.verdict === 'rejected')
  return {
    entry,
    part,
    neighbours: last.neighbours ?? [],
    questions: [...new Set([...last.questions, ...open.flatMap(questionsIn)])],
    rejected: rejected.flatMap(
      ({ proposed }) => proposed.questions ?? proposed.topics ?? proposed.tags ?? [],
    ),
  }
}

/**
 * Questions that a model proposed: others are users' own, and those are not shown unless they stand
 * with the tool.
 */
const questionsIn = ({ origin, proposed }: TextProposal): string[] =>
  origin.by === 'model' ? (proposed.questions ?? []) : []

/** What is kept of an answer: that it was asked for, and what it proposes or why it was refused. */
function outcomeOf(
  { entry, part }: PartToAsk,
  { outcome, seen }: PartAnswer,
  stamp: Record<'model' | 'prompt' | 'at' | 'run', string> & { tookMs: number },
): PartOutcome {
  const tool = idOf(entry)
  const asked = { of: definitionVersion(entry.tool), ...stamp }
  if ('why' in outcome) {
    const refused = outcome.why.slice(0, LONGEST_WHY).toWellFormed()
    return { tool, part, asked: { ...asked, refused } }
  }
  const { model, prompt, at, run } = stamp
  const origin = { by: 'model', model, prompt } as const
  const proposal = { proposed: outcome.proposed, origin, of: toolVersion(entry), at, run, seen }
  return { tool, part, asked, proposal }
}

const LONGEST_WHY = 500

function count(done: Done, { entry, part }: PartToAsk, { outcome }: PartAnswer): void {
  const { id, name } = entry.tool
  done.asked++
  if ('proposed' in outcome) done.proposed++
  else refuse(done, { id, name, part, why: outcome.why })
}

const stopped = (
  { asked }: Done,
  { of, again }: { of: number; again: boolean },
): [string, string?] =>
  asked === 0
    ? ['Stopped. Nothing was asked.']
    : [
        `Stopped. ${asked} of ${of} answers were had, and what came of them is kept.`,
        again
          ? 'Enhance again to go on, without asking again for what is done.'
          : 'Enhance again to go on: none of these is asked for again.',
      ]

const noModel = (): Problem =>
  noChatModel(
    'be asked for texts',
    'Without one, questions can be taken from examples, logged queries and parameters.',
  )
