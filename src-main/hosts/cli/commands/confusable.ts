import { embedderTitle } from '../../../domain/model/names'
import { Option, type Command } from 'commander'
import type { Basis, ConfusablePair } from '../../../contract/confusable'
import type { ActionInput } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { keyValue, wholeNumber } from '../arguments'
import { plainText, tableText } from '../print-table'
import { chosenRecipes } from '../recipe-choice'
import type { CommandSession, Run } from '../session'

const SHOW = ['pairs', 'hubs', 'orphans'] as const

interface Flags {
  workspace: string
  show: (typeof SHOW)[number]
  run?: string
  recipe?: string
  option?: Record<string, string>
  similarity?: boolean
  k?: number
  tool?: string
  search?: string
  limit: number
  json?: boolean
}

export function addConfusableCommand(program: Command, run: Run): void {
  program
    .command('confusable')
    .description(
      'say which tools are taken for each other, which stand in the way, which are never found',
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .addOption(
      new Option(
        '--show <what>',
        'pairs that take each other’s queries; hubs, which fill others’ places; orphans, which no query reaches',
      )
        .choices([...SHOW])
        .default('pairs' satisfies Flags['show']),
    )
    .option(
      '--run <id>',
      'the run to go by; default: the newest of the recipe, or similarity where there is no run',
    )
    .option(
      '--recipe <id>',
      'the recipe, or one of your own by its name; default: what the workspace works with',
    )
    .option('--option <key=value>', 'an option of the recipe; may be repeated', keyValue)
    .option('--similarity', 'go by what the tools say, whatever runs there are')
    .option('-k <n>', 'up to which place tools count as given', wholeNumber(1))
    .option('--tool <id>', 'only pairs with this tool')
    .option('--search <text>', 'only tools whose names hold this')
    .option('--limit <n>', 'how many to show', wholeNumber(1), 20)
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => confusable(session, flags)))
}

async function confusable(session: CommandSession, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { show, tool, search, limit, json } = flags
  const asked = {
    ...{ dir, k: flags.k, search, limit: Math.min(limit, 1000) },
    ...(await basisAsked(session, dir, flags)),
  }
  if (show === 'pairs') {
    const input: ActionInput<'confusable.pairs'> = { ...asked, tool }
    const found = await session.request('confusable.pairs', input)
    if (json) return session.printJson(found)
    session.print(basisText(found.basis))
    if (found.rows.length === 0) return session.print('No two tools are taken for each other.')
    return session.print(pairsText(found.basis, found.rows))
  }
  const found = await session.request('confusable.tools', { ...asked, show })
  if (json) return session.printJson(found)
  session.print(basisText(found.basis))
  if (show === 'orphans' && found.basis.by === 'similarity') {
    return session.print('Only a run tells which tools no query reaches: evaluate first.')
  }
  if (found.rows.length === 0) return session.print('None.')
  const isByRun = found.basis.by === 'run'
  const header = isByRun
    ? ['tool', 'given', 'not wanted', 'wanted by']
    : ['tool', 'near to so many tools']
  const rows = found.rows.map(({ tool: id, given, unwanted, golden, isHidden }) => [
    isHidden ? `${plainText(id)} (hidden)` : plainText(id),
    ...(isByRun ? [given, unwanted, golden] : [given]).map(String),
  ])
  session.print(tableText(header, rows))
}

/** @throws Problem `bad-input` where a recipe is named beside what needs none. */
async function basisAsked(
  session: CommandSession,
  dir: string,
  { run, similarity, recipe, option }: Flags,
): Promise<Pick<ActionInput<'confusable.pairs'>, 'by' | 'run' | 'recipe' | 'options'>> {
  const isNamed = recipe !== undefined || option !== undefined
  if (isNamed && (similarity || run !== undefined)) {
    const message = '--recipe and --option say whose newest run is taken.'
    throw new Problem('bad-input', message, 'Leave --run and --similarity out.')
  }
  if (similarity) return { by: 'similarity' }
  if (run !== undefined) return { run: await runNamed(session, dir, run) }
  if (!isNamed) return {}
  const names = recipe === undefined ? undefined : [recipe]
  const { chosen } = await chosenRecipes(session, { dir, names, options: option })
  return { recipe: chosen[0]?.recipe, options: chosen[0]?.options }
}

/** A run by its id or the beginning of it. */
async function runNamed(session: CommandSession, dir: string, given: string): Promise<string> {
  const runs = await session.request('evaluation.runs', { dir })
  const found = runs.filter(({ id }) => id.startsWith(given))
  return found.length === 1 ? (found[0]?.id ?? given) : given
}

function basisText(basis: Basis): string {
  if (basis.by === 'run') {
    const { recipe, goldenSet, queries, k, gone, remarks } = basis
    const cut = k === undefined ? '' : `, k = ${k}`
    const without = gone > 0 ? `; ${gone} tools of it are not in the catalog any more` : ''
    const by = `By the run of ${recipe} on ${goldenSet} (${queries} queries${cut}${without}).`
    return [by, ...remarks].join('\n')
  }
  const { embedder, remarks } = basis
  const what = embedder ? `words, and meaning as ${embedderTitle(embedder)} sees it` : 'words alone'
  return [`By similarity of what the tools say: ${what}.`, ...remarks].join('\n')
}

function pairsText(basis: Basis, rows: readonly ConfusablePair[]): string {
  if (basis.by === 'run') {
    return tableText(
      ['takes', 'from the other', 'the other', 'takes', 'such as'],
      rows.map(({ one, other, taken, examples: [first] }) => [
        ...[plainText(one), String(taken?.byOne ?? 0), plainText(other)],
        ...[String(taken?.byOther ?? 0), plainText(first?.text ?? '').slice(0, LONGEST_EXAMPLE)],
      ]),
    )
  }
  const percent = (share?: number) => (share === undefined ? '' : `${Math.round(share * 100)} %`)
  return tableText(
    ['tool', 'and', 'words', 'meaning'],
    rows.map(({ one, other, words, meaning }) => [
      ...[plainText(one), plainText(other), percent(words), percent(meaning)],
    ]),
  )
}

/** Characters of a query that a line bears. */
const LONGEST_EXAMPLE = 60
