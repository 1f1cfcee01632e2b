import { InvalidArgumentError, type Command } from 'commander'
import type { ChosenTexts, ReviewGate, ReviewState } from '../../../contract/review'
import { AcceptRule } from '../../../domain/proposal/gate'
import { Problem } from '../../../domain/problem'
import type { ProposedPart, TextVerdict } from '../../../domain/proposal/text'
import { ToolId } from '../../../domain/tool/tool'
import { wholeNumber } from '../arguments'
import { recipeAsked, withRecipeOptions, type RecipeFlags } from '../asked-recipe'
import { decidedText, listLines, measureLines, previewLines, undoneText } from '../review-text'
import type { CommandSession, Run } from '../session'

interface Flags extends RecipeFlags {
  workspace: string
  json?: boolean
}
interface ListFlags extends Flags {
  state: ReviewState
  gate?: ReviewGate
  part?: ProposedPart
  tool?: string
  limit: number
}
interface DecideFlags extends Flags {
  rule?: AcceptRule
  reason?: string
  dryRun?: boolean
}

export function addReviewCommand(program: Command, run: Run): void {
  const review = program
    .command('review')
    .description('review proposed texts: list, measure, accept, reject, skip, undo')
  const command = (name: string, description: string) =>
    review
      .command(name)
      .description(description)
      .requiredOption('--workspace <dir>', 'the workspace')
      .option('--json', 'print one JSON object')
  command('list', 'list proposed texts, and what the gate says of those that were measured')
    .option('--state <state>', 'open, accepted, rejected or skipped', 'open')
    .option('--gate <verdict>', 'helps, no-change, harms, untold or unmeasured')
    .option('--part <part>', 'only proposals for this part, such as questions')
    .option('--tool <id>', 'only proposals for this tool')
    .option('--limit <n>', 'how many to show', wholeNumber(1), 50)
    .action((flags: ListFlags) => run((session) => list(session, flags)))
  withRecipeOptions(
    command(
      'measure',
      'measure one proposal, or all open ones; exit code 1 where the one measured harms',
    ),
  )
    .argument('[id]', 'the proposal; without, all that are open and not measured as things are')
    .action((id: string | undefined, flags: Flags) => run((session) => measure(session, id, flags)))
  for (const [name, verdict] of VERDICTS) {
    const decision = command(name, DESCRIPTIONS[verdict])
      .argument('[ids...]', 'the proposals, as they are listed')
      .option('--reason <text>', 'why, for colleagues')
    if (verdict === 'accepted') {
      decision
        .option(
          '--rule <rule>',
          'instead of ids: all measured ones that fit, such as fixes>=1,breaks=0 or with ,no-neighbour-worse',
          ruleOf,
        )
        .option('--dry-run', 'with --rule: say what it would accept and do, and write nothing')
        .option(
          '--may-ask',
          'with --rule: let the recipe that the workspace works with ask a model',
        )
    }
    decision.action((ids: string[], flags: DecideFlags) =>
      run((session) => decide(session, { ids, verdict }, flags)),
    )
  }
  command('undo', 'take the last decisions back, with the texts that they wrote')
    .argument('[batch]', 'what was decided at once, as it was printed; default: the last')
    .option('--id <id>', 'instead: one proposal')
    .option('--run <run>', 'instead: everything accepted of one run of a writer')
    .action((batch: string | undefined, flags: Flags & { id?: string; run?: string }) =>
      run((session) => undo(session, batch, flags)),
    )
}

const VERDICTS = [
  ['accept', 'accepted'],
  ['reject', 'rejected'],
  ['skip', 'skipped'],
] as const satisfies (readonly [string, TextVerdict])[]

const DESCRIPTIONS: Readonly<Record<TextVerdict, string>> = {
  accepted: 'write proposed texts into their tools’ author’s layers: some, or all that a rule says',
  rejected: 'reject proposed texts',
  skipped: 'put proposed texts aside',
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

async function list(session: CommandSession, flags: ListFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { state, gate, part, limit } = flags
  const listed = await session.request('review.list', {
    ...{ dir, state, limit: Math.min(limit, 1000) },
    ...(gate && { gates: [gate] }),
    ...(part && { parts: [part] }),
    ...(flags.tool !== undefined && { tool: ToolId.parse(flags.tool) }),
  })
  if (flags.json) return session.printJson(listed)
  for (const line of listLines(listed)) session.print(line)
}

async function measure(
  session: CommandSession,
  id: string | undefined,
  { workspace, json, ...flags }: Flags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const asked = await recipeAsked(session, dir, flags)
  if (id === undefined) {
    const all = await session.request('review.measureAll', { dir, ...asked })
    if (json) return session.printJson(all)
    const { measured, known, passedOver, gates } = all
    session.print(
      `${measured} measured, ${known} known already, ${passedOver} not to be measured: ${gates.helps} help, ${gates.harms} would harm, ${gates['no-change']} change nothing, ${gates.untold} cannot be told.`,
    )
    return
  }
  const measured = await session.request('review.measure', { dir, id, ...asked })
  if (json) session.printJson(measured)
  else for (const line of measureLines(measured)) session.print(line)
  if (measured.verdict === 'harms') throw new Problem('conflict', measured.reason)
}

async function decide(
  session: CommandSession,
  { ids, verdict }: { ids: string[]; verdict: TextVerdict },
  { workspace, rule, reason, dryRun, mayAsk = false, json }: DecideFlags,
): Promise<void> {
  const chosen = chosenBy(ids, rule)
  const dir = await session.workspace(workspace)
  if (rule) await session.request('review.measureAll', { dir, mayAsk })
  if (dryRun) {
    if (!rule) throw new Problem('bad-input', '--dry-run goes with --rule.')
    const preview = await session.request('review.preview', { dir, rule, mayAsk })
    if (json) return session.printJson(preview)
    for (const line of previewLines(preview)) session.print(line)
    return
  }
  const decided = await session.request('review.decide', { dir, chosen, verdict, reason })
  if (json) return session.printJson(decided)
  session.print(decidedText(decided, verdict))
  if (decided.batch) session.print(`To take it back: pegboard review undo ${decided.batch}`)
}

function chosenBy(ids: string[], rule: AcceptRule | undefined): ChosenTexts {
  if (rule && ids.length === 0) return { rule }
  if (ids.length > 0 && !rule) return { ids, seenAs: 'open' }
  throw new Problem(
    'bad-input',
    'It takes proposals, or --rule.',
    'Name them by their ids as pegboard review list prints them.',
  )
}

async function undo(
  session: CommandSession,
  batch: string | undefined,
  { workspace, id, run, json }: Flags & { id?: string; run?: string },
): Promise<void> {
  const dir = await session.workspace(workspace)
  const undone = await session.request('review.undo', { dir, batch, id, run })
  if (json) return session.printJson(undone)
  session.print(undoneText(undone))
}
