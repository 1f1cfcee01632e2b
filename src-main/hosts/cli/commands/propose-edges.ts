import { InvalidArgumentError, type Command } from 'commander'
import type { ChosenProposals, EdgeEffect, EdgeLook } from '../../../contract/proposal'
import type { ActionAnswer } from '../../../app/actions'
import type { EdgeVerdict } from '../../../domain/proposal/edge-decision'
import { lookText } from '../../../domain/proposal/edge-words'
import { Problem } from '../../../domain/problem'
import { ToolId } from '../../../domain/tool/tool'
import { degradedText, edgeBasisText } from '../../../domain/recipe/asked-words'
import { several, wholeNumber } from '../arguments'
import { recipeAsked, withRecipeOptions, type RecipeFlags } from '../asked-recipe'
import { plainText, tableText } from '../print-table'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}
interface ListFlags extends Flags {
  state: 'open' | EdgeVerdict
  tool?: string[]
  search?: string
  atLeast: number
  sort: 'worth' | 'probability'
  limit: number
  askModel?: number
}
interface DecideFlags extends Flags, RecipeFlags {
  atLeast?: number
  reason?: string
  dryRun?: boolean
  golden?: string
}

export function addProposeEdgesCommand(program: Command, run: Run): void {
  const propose = program
    .command('propose-edges')
    .description('propose which tools need which, and decide what is proposed')
  addList(propose, run)
  addDecision(propose, run, ['accept', 'accepted', 'accept a proposed edge, or all that are sure'])
  addDecision(propose, run, [
    'reject',
    'rejected',
    'reject a proposed edge: it is not proposed again',
  ])
  addDecision(propose, run, ['skip', 'skipped', 'put a proposed edge aside'])
  propose
    .command('undo')
    .description('take the last decisions back, with the edges that they wrote')
    .argument('[batch]', 'what was decided at once, as it was printed; default: the last')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((batch: string | undefined, flags: Flags) =>
      run((session) => undo(session, batch, flags)),
    )
}

function addList(propose: Command, run: Run): void {
  propose
    .command('list', { isDefault: true })
    .description('look through the catalog for edges that tools may lack')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--state <state>', 'open, accepted, rejected or skipped', stateNamed, 'open')
    .option(
      '--tool <id>',
      'only those to or from this tool; with --ask-model, a tool to ask about; several times',
      several,
    )
    .option('--search <text>', 'only those whose tools’ names hold this')
    .option('--at-least <probability>', 'only those at least so sure, 0 to 1', probability, 0)
    .option('--sort <order>', 'worth (most tools gain by) or probability', orderNamed, 'worth')
    .option('--limit <n>', 'how many to show', wholeNumber(1), 20)
    .option(
      '--ask-model <n>',
      'ask the chat model about so many tools as well, hubs first',
      wholeNumber(1),
    )
    .option('--json', 'print one JSON object')
    .action((flags: ListFlags) => run((session) => list(session, flags)))
}

function addDecision(
  propose: Command,
  run: Run,
  [name, verdict, description]: [name: string, verdict: EdgeVerdict, description: string],
): void {
  const command = propose
    .command(name)
    .description(description)
    .argument('[from]', 'the tool that needs the other')
    .argument('[on]', 'the tool that is needed')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--at-least <probability>',
      'instead of one: all that are at least so sure',
      probability,
    )
    .option('--reason <text>', 'why, for colleagues')
    .option('--dry-run', 'measure what it would do to golden queries, and write nothing')
    .option(
      '--golden <set>',
      'the golden set to measure on; default: the one whose queries name most tools',
    )
    .option('--json', 'print one JSON object')
  withRecipeOptions(command).action(
    (from: string | undefined, on: string | undefined, flags: DecideFlags) =>
      run((session) => decide(session, { from, on, verdict }, flags)),
  )
}

const stateNamed = oneOf(['open', 'accepted', 'rejected', 'skipped'])
const orderNamed = oneOf(['worth', 'probability'])

function oneOf(choices: readonly string[]) {
  return (text: string): string => {
    if (choices.includes(text)) return text
    throw new InvalidArgumentError(`Choose one of: ${choices.join(', ')}.`)
  }
}

function probability(text: string): number {
  const number = text.trim() === '' ? NaN : Number(text)
  if (number >= 0 && number <= 1) return number
  throw new InvalidArgumentError('Give a number from 0 to 1.')
}

async function list(session: CommandSession, flags: ListFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const tools = flags.tool?.map((id) => ToolId.parse(id))
  const { state, search, atLeast, sort, limit, askModel } = flags
  if (state === 'open') await session.request('proposals.find', { dir })
  const model =
    askModel === undefined
      ? undefined
      : await session.request('proposals.ask', { dir, tools, most: askModel })
  const listed = await session.request('proposals.list', {
    ...{ dir, state, search, atLeast, sort, limit },
    tool: tools?.[0],
  })
  if (flags.json) return session.printJson({ ...listed, ...(model && { model }) })
  for (const line of listLines(listed)) session.print(line)
  if (model) for (const line of modelLines(model)) session.print(line)
}

function listLines({ total, rows, look, counts }: ActionAnswer<'proposals.list'>): string[] {
  const table = rows.map((row) => [
    row.probability?.toFixed(2) ?? '',
    plainText(row.from),
    `${plainText(row.on)}${row.isGone ? ' (gone)' : ''}`,
    row.carriedBy ?? '',
    plainText(
      row.decision?.reason ?? (row.evidence.slice(0, 2).join('; ') || row.edge.reason || ''),
    ),
  ])
  const { open, accepted, rejected, skipped } = counts
  return [
    ...(table.length > 0
      ? [tableText(['sure', 'tool', 'needs', 'mostly by', 'because'], table)]
      : ['None.']),
    ...(total > rows.length ? [`… and ${total - rows.length} more.`] : []),
    ...(look ? lookLines(look) : []),
    `${look ? `${open} open, ` : ''}${accepted} accepted, ${rejected} rejected, ${skipped} skipped.`,
  ]
}

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

async function decide(
  session: CommandSession,
  {
    from,
    on,
    verdict,
  }: { from?: string | undefined; on?: string | undefined; verdict: EdgeVerdict },
  { workspace, atLeast, reason, dryRun, golden, json, ...flags }: DecideFlags,
): Promise<void> {
  const chosen = chosenBy({ from, on, atLeast })
  const dir = await session.workspace(workspace)
  await session.request('proposals.find', { dir })
  if (dryRun) {
    const { effect } = await session.request('proposals.effect', {
      ...{ dir, chosen, goldenSet: golden },
      ...(await recipeAsked(session, dir, flags)),
    })
    return json ? session.printJson({ effect }) : session.print(effectText(effect))
  }
  const decided = await session.request('proposals.decide', { dir, chosen, verdict, reason })
  if (json) return session.printJson(decided)
  session.print(
    `${decided.decided} ${verdict}${decided.passedOver > 0 ? `, ${decided.passedOver} passed over: their tools are gone, or the edge is there` : ''}.`,
  )
  if (decided.batch) session.print(`To take it back: pegboard propose-edges undo ${decided.batch}`)
}

function chosenBy({
  from,
  on,
  atLeast,
}: {
  from?: string | undefined
  on?: string | undefined
  atLeast?: number | undefined
}): ChosenProposals {
  if (from !== undefined && on !== undefined && atLeast === undefined) {
    return { pairs: [{ from: ToolId.parse(from), on: ToolId.parse(on) }] }
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

async function undo(
  session: CommandSession,
  batch: string | undefined,
  { workspace, json }: Flags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const undone = await session.request('proposals.undo', { dir, batch })
  if (json) return session.printJson(undone)
  session.print(
    `${counted(undone.undone, 'decision')} taken back, ${counted(undone.edgesRemoved, 'edge')} removed.`,
  )
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
