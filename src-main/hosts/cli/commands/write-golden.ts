import { InvalidArgumentError, Option, type Command } from 'commander'
import type { ActionInput } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import {
  BUNDLE_WAYS,
  readSizes,
  sizesText,
  USUAL_SIZES,
  WRITING,
  type BundleWay,
  type SizeCount,
} from '../../../domain/query/writing'
import { several, wholeNumber } from '../arguments'
import { chosenTools, type ChosenToolsFlags } from '../chosen-tools'
import { OLLAMA_OPTION } from '../ollama-option'
import type { CommandSession, Run } from '../session'
import { doneLines, previewLines } from '../written-text'
import { addReview } from './review-golden'

interface Flags {
  workspace: string
  json?: boolean
}
interface RunFlags extends Flags, ChosenToolsFlags {
  sizes: SizeCount[]
  by: 'model' | 'example' | 'parameters'
  together: BundleWay[]
  spread: 'servers' | 'tags' | 'none'
  anyTools?: boolean
  seed: number
  detail: 'concrete' | 'abstract' | 'mixed'
  length: 'short' | 'medium' | 'long'
  language?: string
  perBundle: number
  judge?: string
  preview?: boolean
  resume?: boolean
  ollama?: string
}
const WRITERS = ['model', 'example', 'parameters']
const LEFT_OUT: BundleWay = 'similar'

/** `pegboard write-golden`: have golden queries written, go through them, accept. */
export function addWriteGoldenCommand(program: Command, run: Run): void {
  const write = program
    .command('write-golden')
    .description('have golden queries written for bundles of tools, judged, and decide on them')
  addRun(write, run)
  addReview(write, run)
}

const addRun = (write: Command, run: Run): Command =>
  write
    .command('run', { isDefault: true })
    .description('draw bundles of tools, have a query written for each, and judged')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option(
      '--sizes <list>',
      `how many bundles of how many tools, at most ${WRITING.mostBundles} of up to ${WRITING.mostTools} tools (default: "${sizesText(USUAL_SIZES)}")`,
      sizesNamed,
    )
    .addOption(
      new Option(
        '--by <writer>',
        'who writes: the chat model, or without a model the examples of tools, or their descriptions and parameters',
      )
        .choices(WRITERS)
        .default('model'),
    )
    .option('--tool <id>', 'draw from this tool alone; may be repeated', several)
    .option('--search <words>', 'draw only from tools that hold these words')
    .option('--server <name>', 'draw only from tools of this server; may be repeated', several)
    .option('--tag <tag>', 'draw only from tools with this tag; may be repeated', several)
    .option(
      '--together <way>',
      `how tools come together: ${BUNDLE_WAYS.join(', ')}; several times (default: all but ${LEFT_OUT})`,
      wayNamed,
    )
    .addOption(
      new Option(
        '--spread <over>',
        'draw from each server in turn, each first tag, or every tool alike',
      )
        .choices(['servers', 'tags', 'none'])
        .default('servers'),
    )
    .option('--any-tools', 'do not begin with the tools that fewest golden queries name')
    .option('--seed <n>', 'draws the same for the same number', wholeNumber(0), 1)
    .addOption(
      new Option('--detail <how>', 'how concrete the queries are')
        .choices(['concrete', 'abstract', 'mixed'])
        .default('mixed'),
    )
    .addOption(
      new Option('--length <how>', 'one sentence, one to three, or a paragraph')
        .choices(['short', 'medium', 'long'])
        .default('medium'),
    )
    .option('--language <name>', 'the language of the queries (default: that of the descriptions)')
    .option(
      '--per-bundle <n>',
      `queries for each bundle, up to ${WRITING.mostPerBundle}`,
      wholeNumber(1),
      1,
    )
    .option('--judge <model>', 'the model that judges (default: the one that writes)')
    .option('--preview', 'say what would be drawn and what it costs, and write nothing')
    .option('--resume', 'draw nothing: go on with what an earlier run left')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((flags: RunFlags) => run((session) => writeGolden(session, flags), flags))

function sizesNamed(text: string): SizeCount[] {
  const sizes = readSizes(text)
  if (sizes) return sizes
  throw new InvalidArgumentError(
    `Write sizes with how many bundles of each, as “1: 10, 2: 6”: 1 to ${WRITING.mostTools} tools, at most ${WRITING.mostBundles} bundles.`,
  )
}

function wayNamed(text: string, before: BundleWay[] = []): BundleWay[] {
  const known = BUNDLE_WAYS.find((way) => way === text)
  if (known) return [...new Set([...before, known])]
  throw new InvalidArgumentError(`Choose one of: ${BUNDLE_WAYS.join(', ')}.`)
}

async function writeGolden(session: CommandSession, flags: RunFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const { json, resume, preview, by, judge } = flags
  if (!resume) {
    const input = await inputOf(session, dir, flags)
    const shown = await session.request('writing.preview', input)
    if (preview && json) return session.printJson(shown)
    if (preview || !json) for (const line of previewLines(shown, by)) session.print(line)
    if (preview) return
    const drawn = await session.request('writing.draw', input)
    if (by !== 'model') {
      if (json) return session.printJson(drawn)
      return session.print(
        `${drawn.drawn} queries are written and wait: pegboard write-golden list`,
      )
    }
  }
  const done = await session.request('writing.write', { dir, judge })
  if (json) session.printJson(done)
  else for (const line of doneLines(done)) session.print(line)
  if (done.left === 0) return
  throw new Problem(
    'unavailable',
    `${done.left} bundles are left.`,
    'What was answered is kept. Go on with --resume.',
  )
}

async function inputOf(
  session: CommandSession,
  dir: string,
  flags: RunFlags,
): Promise<ActionInput<'writing.draw'>> {
  const { sizes, together: ways, spread, anyTools, seed } = flags
  const { detail, length, language, perBundle } = flags
  const ids = await chosenTools(session, dir, flags)
  return {
    ...{ dir, writer: flags.by },
    draw: { ids, sizes, ways, spread, uncoveredFirst: !anyTools, seed },
    style: { detail, length, language, perBundle },
  }
}
