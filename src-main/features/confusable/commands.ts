import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../actions'
import type { Basis } from './shared/answers'
import { Dir } from '../../contract/workspace'
import { embedderTitle } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import { ToolId } from '../../domain/tool/tool'
import { command } from '../../hosts/cli/command'
import { K, OPTION, text, whole } from '../../hosts/cli/flags'
import { plainText, tableText } from '../../hosts/cli/print-table'
import { chosenRecipes } from '../../hosts/cli/recipe-choice'
import type { CommandSession } from '../../hosts/cli/session'

const confusable = command({
  summary:
    'list tools that are mistaken for each other, show up where unwanted, or are never found',
  input: {
    dir: Dir,
    show: z.enum(['pairs', 'hubs', 'orphans']).default('pairs').meta({
      title: 'what',
      description:
        'pairs that take each other’s queries; hubs, which show up where unwanted; orphans, which no query finds',
    }),
    run: text(
      'id',
      'the run to go by; default: the newest of the recipe, or similarity where there is no run',
    ),
    recipe: text(
      'id',
      'the recipe, or one of your own by its name; default: what the workspace works with',
    ),
    option: OPTION,
    similarity: z
      .boolean()
      .optional()
      .describe('compare the tools’ texts, even where there are runs'),
    k: K.describe('how many of the first tools count as given'),
    tool: ToolId.optional().describe('only pairs with this tool'),
    search: text('text', 'only tools whose names hold this'),
    limit: whole(1).default(20).describe('how many to show'),
  },
  async run(session, { dir, show, tool, search, limit, ...basis }) {
    const asked = {
      dir,
      k: basis.k,
      search,
      limit: Math.min(limit, 1000),
      ...(await basisAsked(session, dir, basis)),
    }
    return show === 'pairs'
      ? { pairs: await session.request('confusable.pairs', { ...asked, tool }) }
      : { show, tools: await session.request('confusable.tools', { ...asked, show }) }
  },
  json: ({ pairs, tools }) => pairs ?? tools,
  print: ({ pairs, tools, show }) =>
    pairs
      ? [basisText(pairs.basis), pairsText(pairs)]
      : [basisText(tools.basis), toolsText(tools, show)],
})

type BasisFlags = Partial<
  Record<'run' | 'recipe', string> & { option: Record<string, string>; similarity: boolean }
>

/** @throws Problem `bad-input` where a recipe is named beside what needs none. */
async function basisAsked(
  session: CommandSession,
  dir: string,
  { run, similarity, recipe, option }: BasisFlags,
): Promise<Pick<ActionInput<'confusable.pairs'>, 'by' | 'run' | 'recipe' | 'options'>> {
  const isNamed = recipe !== undefined || option !== undefined
  if (isNamed && (similarity || run !== undefined)) {
    const message = '--recipe and --option choose whose newest run to use.'
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
    const without = gone > 0 ? `; ${gone} of its tools are no longer in the catalog` : ''
    const by = `By the run of ${recipe} on ${goldenSet} (${queries} queries${cut}${without}).`
    return [by, ...remarks].join('\n')
  }
  const { embedder, remarks } = basis
  const what = embedder ? `words, and meaning as ${embedderTitle(embedder)} sees it` : 'words alone'
  return [`By similarity of the tools’ texts: ${what}.`, ...remarks].join('\n')
}

function toolsText(
  { basis, rows }: ActionAnswer<'confusable.tools'>,
  show: 'hubs' | 'orphans',
): string {
  const isByRun = basis.by === 'run'
  if (show === 'orphans' && !isByRun) {
    return 'Only a run shows which tools no query finds: evaluate first.'
  }
  if (rows.length === 0) return 'None.'
  const header = isByRun ? ['tool', 'given', 'unwanted', 'wanted by'] : ['tool', 'near neighbours']
  const lines = rows.map(({ tool: id, given, unwanted, golden, isHidden }) => [
    isHidden ? `${plainText(id)} (hidden)` : plainText(id),
    ...(isByRun ? [given, unwanted, golden] : [given]).map(String),
  ])
  return tableText(header, lines)
}

function pairsText({ basis, rows }: ActionAnswer<'confusable.pairs'>): string {
  if (rows.length === 0) return 'No confusable tools.'
  if (basis.by === 'run') {
    return tableText(
      ['takes', 'from the other', 'the other', 'takes', 'such as'],
      rows.map(({ one, other, taken, examples: [first] }) => [
        plainText(one),
        String(taken?.byOne ?? 0),
        plainText(other),
        String(taken?.byOther ?? 0),
        plainText(first?.text ?? '').slice(0, LONGEST_EXAMPLE),
      ]),
    )
  }
  const percent = (share?: number) => (share === undefined ? '' : `${Math.round(share * 100)} %`)
  return tableText(
    ['tool', 'and', 'words', 'meaning'],
    rows.map(({ one, other, words, meaning }) => [
      plainText(one),
      plainText(other),
      percent(words),
      percent(meaning),
    ]),
  )
}

/** Characters of a query that a line bears. */
const LONGEST_EXAMPLE = 60

export const commands = { confusable }
