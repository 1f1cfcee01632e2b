import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { columnsCsv } from '../../../contract/columns/column'
import { TEXT_PROPOSAL_COLUMNS } from '../../../contract/columns/text-proposals'
import { ReviewGate, ReviewState, type ChosenTexts } from '../../../contract/review'
import { decidedText } from '../../../contract/decision'
import { Dir } from '../../../contract/workspace'
import { AcceptRule } from '../../../domain/proposal/gate'
import { Problem } from '../../../domain/problem'
import { ProposedPart } from '../../../domain/proposal/text'
import { ToolId } from '../../../domain/tool/tool'
import { recipeAsked, RECIPE_FLAGS, type RecipeFlags } from '../recipe-flags'
import { command, itsChange, type CommandGroup } from '../command'
import { reads, whole } from '../flags'
import { measureLines, previewLines, reviewLines } from '../review-text'
import type { CommandSession } from '../session'
import type { Verdict } from '../../../domain/proposal/verdict'

const IDS = z.array(z.string()).default([]).describe('the proposals, as they are listed')
const REASON = z.string().optional().meta({ title: 'text', description: 'why, for colleagues' })

export const review: CommandGroup = {
  summary: 'review proposed texts: list, measure, accept, reject, skip',
  commands: {
    list: command({
      summary: 'list proposed texts, with the gate’s verdict on those measured',
      input: {
        dir: Dir,
        state: ReviewState.default('open').describe('in which state'),
        gate: ReviewGate.optional().meta({
          title: 'verdict',
          description: 'only those with this verdict of the gate',
        }),
        part: ProposedPart.optional().describe('only proposals for this part'),
        tool: ToolId.optional().describe('only proposals for this tool'),
        limit: whole(1).default(50).describe('how many to show'),
      },
      run: (session, { dir, state, gate, part, tool, limit }) =>
        session.request('review.list', {
          dir,
          state,
          tool,
          limit: Math.min(limit, 1000),
          ...(gate && { gates: [gate] }),
          ...(part && { parts: [part] }),
        }),
      csv: ({ rows }) => columnsCsv(TEXT_PROPOSAL_COLUMNS, rows),
      print: reviewLines,
    }),
    measure: command({
      summary: 'measure one proposal, or all open ones; exit code 1 where the one measured harms',
      args: ['id'],
      input: {
        dir: Dir,
        id: z
          .string()
          .optional()
          .describe('the proposal; left out: all open ones without a current measurement'),
        ...RECIPE_FLAGS,
      },
      run: measure,
      json: ({ one, all }) => one ?? all,
      print: ({ one, all }) => (one ? measureLines(one) : measuredText(all)),
      failure: ({ one }) =>
        one?.verdict === 'harms' ? new Problem('conflict', one.reason) : undefined,
    }),
    accept: command({
      summary:
        'accept proposed texts into their tools’ author’s layers: some, or all that pass a rule',
      args: ['ids'],
      input: {
        dir: Dir,
        ids: IDS,
        reason: REASON,
        rule: reads(ruleOf, 'rule')
          .optional()
          .describe(
            'instead of ids: all measured ones that fit, such as fixes>=1,breaks=0 or with ,no-neighbour-worse',
          ),
        dryRun: z
          .boolean()
          .optional()
          .describe('with --rule: say what it would accept and do, and write nothing'),
        mayAsk: z
          .boolean()
          .default(false)
          .describe('with --rule: let the recipe that the workspace works with ask a model'),
      },
      run: accept,
      json: ({ preview, decided }) => preview ?? decided,
      undo: ({ decided }) => decided?.change,
      print: ({ preview, decided }) =>
        preview
          ? previewLines(preview)
          : decided
            ? decidedText(String(decided.decided), 'accepted', decided)
            : [],
    }),
    reject: deciding('rejected', 'reject proposed texts'),
    skip: deciding('skipped', 'skip proposed texts'),
  },
}

/** `fixes>=1,breaks=0,no-neighbour-worse` as a rule. */
export function ruleOf(text: string): AcceptRule {
  const rule = AcceptRule.parse({})
  for (const term of text.split(',').map((part) => part.trim())) {
    const [, fixes] = /^fixes\s*>=\s*(\d+)$/.exec(term) ?? []
    const [, breaks] = /^breaks\s*(?:=|<=)\s*(\d+)$/.exec(term) ?? []
    if (fixes !== undefined) rule.fixes = Number(fixes)
    else if (breaks !== undefined) rule.breaks = Number(breaks)
    else if (term === 'no-neighbour-worse') rule.noNeighbourWorse = true
    else
      throw new InvalidArgumentError('Write it as fixes>=1,breaks=0 or with ,no-neighbour-worse.')
  }
  return rule
}

async function measure(
  session: CommandSession,
  { dir, id, ...flags }: RecipeFlags & { dir: string; id: string | undefined },
) {
  const asked = await recipeAsked(session, dir, flags)
  return id === undefined
    ? { all: await session.request('review.measureAll', { dir, ...asked }) }
    : { one: await session.request('review.measure', { dir, id, ...asked }) }
}

const measuredText = (all: Awaited<ReturnType<typeof measure>>['all']): string =>
  all
    ? `${all.measured} measured, ${all.known} known already, ${all.passedOver} not to be measured: ${all.gates.helps} help, ${all.gates.harms} would harm, ${all.gates['no-change']} change nothing, ${all.gates.untold} cannot be told.`
    : ''

interface Accepting {
  dir: string
  ids: string[]
  reason: string | undefined
  rule: AcceptRule | undefined
  dryRun: boolean | undefined
  mayAsk: boolean
}

async function accept(
  session: CommandSession,
  { dir, ids, rule, reason, dryRun, mayAsk }: Accepting,
) {
  const chosen = chosenBy(ids, rule)
  if (rule) await session.request('review.measureAll', { dir, mayAsk })
  if (!dryRun) {
    const asked = { dir, chosen, verdict: 'accepted', reason } as const
    return { decided: await session.request('review.decide', asked) }
  }
  if (!rule) throw new Problem('bad-input', '--dry-run goes with --rule.')
  return { preview: await session.request('review.preview', { dir, rule, mayAsk }) }
}

function deciding(verdict: Verdict, summary: string) {
  return command({
    summary,
    args: ['ids'],
    input: { dir: Dir, ids: IDS, reason: REASON },
    run: (session, { dir, ids, reason }) =>
      session.request('review.decide', { dir, chosen: chosenBy(ids), verdict, reason }),
    undo: itsChange,
    print: (done) => decidedText(String(done.decided), verdict, done),
  })
}

function chosenBy(ids: string[], rule?: AcceptRule): ChosenTexts {
  if (rule && ids.length === 0) return { rule }
  if (ids.length > 0 && !rule) return { ids, seenAs: 'open' }
  throw new Problem(
    'bad-input',
    'It takes proposals, or --rule.',
    'Name them by their ids as pegboard review list prints them.',
  )
}
