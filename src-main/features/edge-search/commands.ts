import { z } from 'zod'
import type { ActionAnswer } from '../actions'
import { columnsCsv } from '../../contract/columns/column'
import { EDGE_PROPOSAL_COLUMNS } from './shared/columns'
import { decidedText } from '../../contract/decision'
import { Dir } from '../../contract/workspace'
import type { ChosenProposals, EdgeEffect } from '../../contract/proposal'
import { Problem } from '../../domain/problem'
import type { EdgeLook } from '../../domain/proposal/edge'
import { lookText, outdatedLookText } from '../../domain/proposal/edge-words'
import { plainText } from '../../domain/value/plain-text'
import { degradedText, edgeBasisText } from '../../domain/recipe/choices-words'
import { ToolId } from '../../domain/tool/tool'
import { RECIPE_FLAGS, recipeAsked, type RecipeFlags } from '../../hosts/cli/recipe-flags'
import { command, type CommandGroup } from '../../hosts/cli/command'
import { whole } from '../../hosts/cli/flags'
import { listLines } from '../../hosts/cli/print-table'
import type { CommandSession } from '../../hosts/cli/session'
import { Verdict } from '../../domain/proposal/verdict'

const PROBABILITY = z.number().min(0).max(1)

const AGAIN = z
  .boolean()
  .optional()
  .describe('search the catalog again; without it only where no search is kept')

const proposeEdges: CommandGroup = {
  summary: 'propose which tools need which, and decide on the proposals',
  byDefault: 'list',
  commands: {
    list: command({
      summary: 'list edges that tools may lack, as the last search of the catalog found them',
      names: { tools: 'tool' },
      input: {
        dir: Dir,
        state: z
          .enum(['open', ...Verdict.options])
          .default('open')
          .describe('in which state'),
        tools: z
          .array(ToolId)
          .optional()
          .describe(
            'only those to or from this tool; with --ask-model, a tool to ask about; several times',
          ),
        search: z
          .string()
          .optional()
          .meta({ title: 'text', description: 'only those whose tools’ names hold this' }),
        atLeast: PROBABILITY.default(0).meta({
          title: 'probability',
          description: 'min. confidence, 0 to 1',
        }),
        sort: z.enum(['worth', 'probability']).default('worth').meta({
          title: 'order',
          description: 'worth (most tools gain by) or probability',
        }),
        limit: whole(1).default(20).describe('how many to show'),
        askModel: whole(1)
          .optional()
          .describe('also ask the chat model about this many tools, hubs first'),
        again: AGAIN,
      },
      run: list,
      json: ({ listed, model }) => ({ ...listed, ...(model && { model }) }),
      csv: ({ listed }) => columnsCsv(EDGE_PROPOSAL_COLUMNS, listed.rows),
      print: ({ listed, model, isKept }) => [
        ...edgeLines(listed),
        ...(isKept && listed.look ? [keptText(listed.look)] : []),
        ...(model ? modelLines(model) : []),
      ],
    }),
    accept: deciding('accepted', 'accept a proposed edge, or all from a confidence on'),
    reject: deciding('rejected', 'reject a proposed edge: it is not proposed again'),
    skip: deciding('skipped', 'skip a proposed edge'),
  },
}

interface Listing {
  dir: string
  state: 'open' | Verdict
  tools: ToolId[] | undefined
  search: string | undefined
  atLeast: number
  sort: 'worth' | 'probability'
  limit: number
  askModel: number | undefined
  again: boolean | undefined
}

async function list(session: CommandSession, { dir, tools, askModel, again, ...asked }: Listing) {
  const isLooked = asked.state === 'open' || again
  const { isKept } = isLooked ? await lookOf(session, dir, again) : { isKept: false }
  const model =
    askModel === undefined
      ? undefined
      : await session.request('proposals.ask', { dir, tools, most: askModel })
  const listed = await session.request('proposals.list', { dir, ...asked, tool: tools?.[0] })
  return { listed, model, isKept }
}

/** The last look, taken now where none is kept or another one is wanted. */
async function lookOf(
  session: CommandSession,
  dir: string,
  again = false,
): Promise<{ look: EdgeLook; isKept: boolean }> {
  const { look } = again ? {} : await session.request('proposals.list', { dir, limit: 1 })
  return look
    ? { look, isKept: true }
    : { look: await session.request('proposals.find', { dir }), isKept: false }
}

function edgeLines({
  total,
  rows,
  look,
  outdated,
  counts,
}: ActionAnswer<'proposals.list'>): string[] {
  const { open, accepted, rejected, skipped } = counts
  return [
    ...listLines(EDGE_PROPOSAL_COLUMNS, { rows, total, none: 'None.' }),
    ...(look ? lookLines(look) : []),
    ...outdatedLookText(outdated).map((line) => plainText(line)),
    `${look ? `${open} open, ` : ''}${accepted} accepted, ${rejected} rejected, ${skipped} skipped.`,
  ]
}

const keptText = ({ at }: EdgeLook): string =>
  `Searched on ${at.slice(0, 16).replace('T', ' ')}; --again searches the catalog as it is now.`

const lookLines = (look: EdgeLook): string[] => [lookText(look), ...look.remarks]

const modelLines = ({
  asked,
  named,
  invented,
  failed,
}: ActionAnswer<'proposals.ask'>): string[] => [
  `The model was asked about ${asked} tools and named ${named} needs${invented > 0 ? `; ${invented} of tools that it was not shown were dropped` : ''}.`,
  ...failed.map((why) => `It could not be asked about some: ${why}`),
]

function deciding(verdict: Verdict, summary: string) {
  return command({
    summary,
    args: ['from', 'on'],
    input: {
      dir: Dir,
      from: ToolId.optional().describe('the tool that needs the other'),
      on: ToolId.optional().describe('the tool that is needed'),
      atLeast: PROBABILITY.optional().meta({
        title: 'probability',
        description: 'instead of one: min. confidence, to accept all from there on',
      }),
      reason: z.string().optional().meta({ title: 'text', description: 'why, for colleagues' }),
      dryRun: z
        .boolean()
        .optional()
        .describe('measure what it would do to golden queries, and write nothing'),
      golden: z.string().optional().meta({
        title: 'set',
        description: 'the golden set to measure on; default: the one whose queries name most tools',
      }),
      again: AGAIN,
      ...RECIPE_FLAGS,
    },
    run: (session, given) => decide(session, { verdict, ...given }),
    json: ({ tried, decided }) => tried ?? decided,
    undo: ({ decided }) => decided?.change,
    print: ({ tried, decided, kept }) => [
      decided ? decidedText(String(decided.decided), verdict, decided) : effectText(tried?.effect),
      ...(kept ? [keptText(kept)] : []),
    ],
  })
}

interface Deciding extends RecipeFlags {
  dir: string
  verdict: Verdict
  from: ToolId | undefined
  on: ToolId | undefined
  atLeast: number | undefined
  reason: string | undefined
  dryRun: boolean | undefined
  golden: string | undefined
  again: boolean | undefined
}

async function decide(session: CommandSession, given: Deciding) {
  const { dir, verdict, from, on, atLeast, reason, dryRun, golden: goldenSet, ...others } = given
  const { again, ...flags } = others
  const named = chosenBy({ from, on, atLeast })
  const { look, isKept } = await lookOf(session, dir, again)
  const isRule = !('pairs' in named)
  const chosen = isRule ? { ...named, look: look.id } : named
  const kept = isRule && isKept ? look : undefined
  if (!dryRun) {
    const decided = await session.request('proposals.decide', { dir, chosen, verdict, reason })
    return { decided, kept }
  }
  const asked = { dir, chosen, goldenSet, ...(await recipeAsked(session, dir, flags)) }
  const { effect } = await session.request('proposals.effect', asked)
  return { tried: { effect }, kept }
}

function chosenBy({
  from,
  on,
  atLeast,
}: Pick<Deciding, 'from' | 'on' | 'atLeast'>): ChosenProposals {
  if (from !== undefined && on !== undefined && atLeast === undefined) {
    return { pairs: [{ from, on }] }
  }
  if (from === undefined && atLeast !== undefined) return { atLeast }
  throw new Problem(
    'bad-input',
    'It takes two tools, or --at-least.',
    'Name the tool that needs the other, and the other, by their ids as pegboard propose-edges lists them.',
  )
}

function effectText(effect: EdgeEffect | undefined): string {
  if (!effect)
    return 'No golden query names a tool that would get an edge: nothing can be measured.'
  const { goldenSet, k, queries, of, edges, before, after, better, worse, overall } = effect
  const asked = queries === of ? `${queries}` : `${queries} of ${of}`
  return [
    `${counted(edges, 'edge')}, measured on the ${asked} queries of “${goldenSet}” that name their tools; nothing was written.`,
    edgeBasisText(effect),
    ...[degradedText(effect) ?? []].flat(),
    `MAP@${k} ${before.map.toFixed(3)} → ${after.map.toFixed(3)}, Recall@${k} ${before.recall.toFixed(3)} → ${after.recall.toFixed(3)}: ${better} better, ${worse} worse.`,
    `On ${overall.queries === overall.of ? 'all' : `${overall.queries} of`} ${overall.of} queries: MAP@${k} ${overall.before.map.toFixed(3)} → ${overall.after.map.toFixed(3)}.`,
  ].join('\n')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

export const commands = { 'propose-edges': proposeEdges }
