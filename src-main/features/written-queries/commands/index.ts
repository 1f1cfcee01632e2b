import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { columnsCsv } from '../../../contract/columns/column'
import { WRITTEN_COLUMNS } from '../shared/columns'
import { readSizes, sizesText, USUAL_SIZES, type SizeCount } from '../shared/sizes'
import { decidedText } from '../../../contract/decision'
import { Dir } from '../../../contract/workspace'
import { Problem } from '../../../domain/problem'
import { BUNDLE_WAYS, WRITING } from '../../../domain/query/writing'
import { WrittenState } from '../../../domain/query/written-query'
import { TOOL_FLAGS, chosenTools } from '../../../hosts/cli/chosen-tools'
import { asks, command, itsChange, type CommandGroup } from '../../../hosts/cli/command'
import { reads, whole } from '../../../hosts/cli/flags'
import { plainText } from '../../../hosts/cli/print-table'
import type { CommandSession } from '../../../hosts/cli/session'
import { countsText, doneLines, previewLines, rowLines } from './written-lines'
import type { Verdict } from '../../../domain/proposal/verdict'

const RUN_FLAGS = {
  dir: Dir,
  sizes: reads(sizesNamed, 'list')
    .optional()
    .describe(
      `how many bundles of how many tools, at most ${WRITING.mostBundles} of up to ${WRITING.mostTools} tools (default: "${sizesText(USUAL_SIZES)}")`,
    ),
  by: z.enum(['model', 'example', 'parameters']).default('model').meta({
    title: 'writer',
    description:
      'who writes: the chat model, or without a model the examples of tools, or their descriptions and parameters',
  }),
  ...TOOL_FLAGS,
  together: z.array(z.enum(BUNDLE_WAYS)).optional().meta({
    title: 'way',
    description: 'how tools are combined; several times (default: all but similar)',
  }),
  spread: z.enum(['servers', 'tags', 'none']).default('servers').meta({
    title: 'over',
    description: 'draw from each server in turn, each first tag, or every tool alike',
  }),
  anyTools: z
    .boolean()
    .optional()
    .describe('do not begin with the tools that fewest golden queries name'),
  seed: whole(0).default(1).describe('the seed of the draw'),
  detail: z
    .enum(['concrete', 'abstract', 'mixed'])
    .default('mixed')
    .meta({ title: 'how', description: 'how concrete the queries are' }),
  length: z
    .enum(['short', 'medium', 'long'])
    .default('medium')
    .meta({ title: 'how', description: 'one sentence, one to three, or a paragraph' }),
  language: z.string().optional().meta({
    title: 'name',
    description: 'the language of the queries (default: that of the descriptions)',
  }),
  perBundle: whole(1)
    .default(1)
    .describe(`queries for each bundle, up to ${WRITING.mostPerBundle}`),
  judge: z.string().optional().meta({
    title: 'model',
    description: 'the model that judges (default: the one that writes)',
  }),
  preview: z
    .boolean()
    .optional()
    .describe('say what would be drawn and what it costs, and write nothing'),
  resume: z.boolean().optional().describe('draw nothing: go on with what an earlier run left'),
}
type RunFlags = { [Flag in keyof typeof RUN_FLAGS]: z.output<(typeof RUN_FLAGS)[Flag]> }

/** Which written queries are meant. */
const CHOSEN = {
  dir: Dir,
  ids: z.array(z.string()).default([]).describe('the queries, as list names them'),
  passed: z.boolean().default(false).describe('instead: all waiting ones that the judge kept'),
}

/** `pegboard write-golden`: have golden queries written, go through them, accept. */
const writeGolden: CommandGroup = {
  summary: 'write golden queries for bundles of tools, have them judged, and decide on them',
  byDefault: 'run',
  commands: {
    run: command({
      summary: 'draw bundles of tools, have a query written for each, and judged',
      input: RUN_FLAGS,
      asksModels: true,
      run: write,
      json: ({ shown, drawn, done }) => done ?? drawn ?? shown,
      print: ({ drawn, done }) => [
        ...(drawn
          ? [`${drawn.drawn} queries are written and wait: pegboard write-golden list`]
          : []),
        ...(done ? doneLines(done) : []),
      ],
      failure: ({ done }) =>
        done && done.left > 0
          ? new Problem(
              'unavailable',
              `${done.left} bundles are left.`,
              'What was answered is kept. Go on with --resume.',
            )
          : undefined,
    }),
    list: command({
      summary: 'list written queries, with their tools and the judge’s words',
      input: {
        dir: Dir,
        state: WrittenState.default('waiting').describe('in which state'),
        search: z
          .string()
          .optional()
          .meta({ title: 'text', description: 'only those that hold this, or name this tool' }),
        limit: whole(1).default(20).describe('how many to show'),
      },
      run: (session, { dir, state, search, limit }) =>
        session.request('writing.list', {
          dir,
          states: [state],
          search,
          limit: Math.min(limit, MOST_LISTED),
        }),
      csv: ({ rows }) => columnsCsv(WRITTEN_COLUMNS, rows),
      print: (listed) => [
        ...listed.rows.flatMap(rowLines),
        ...(listed.total > listed.rows.length
          ? [`… and ${listed.total - listed.rows.length} more.`]
          : []),
        countsText(listed),
      ],
    }),
    accept: command({
      summary: 'put written queries into a golden set, as synthetic',
      args: ['ids'],
      input: {
        ...CHOSEN,
        set: z.string().optional().meta({
          title: 'name',
          description: 'the golden set; made where there is none (default: "written")',
        }),
      },
      run: (session, given) => decide(session, { verdict: 'accepted', ...given }),
      undo: itsChange,
      print: (done) => decidedText(String(done.decided), 'accepted', done),
    }),
    reject: deciding('rejected', 'reject written queries'),
    skip: deciding('skipped', 'skip written queries'),
    edit: asks('writing.edit', {
      args: ['id'],
      names: { tools: 'tool' },
      print: rowLines,
    }),
    clear: command({
      summary: 'remove queries in a state from the queue; golden sets stay as they are',
      input: { dir: Dir, state: WrittenState.describe('which ones') },
      run: (session, { dir, state }) => session.request('writing.forget', { dir, states: [state] }),
      print: ({ forgotten }, { state }) => `${forgotten} removed: ${plainText(state)}.`,
    }),
  },
}

/** What one request gives. */
const MOST_LISTED = 200

function sizesNamed(text: string): SizeCount[] {
  const sizes = readSizes(text)
  if (sizes) return sizes
  throw new InvalidArgumentError(
    `Write sizes with how many bundles of each, as “1: 10, 2: 6”: 1 to ${WRITING.mostTools} tools, at most ${WRITING.mostBundles} bundles.`,
  )
}

async function write(session: CommandSession, flags: RunFlags, { isJson }: { isJson: boolean }) {
  const { dir, by, judge, preview } = flags
  if (!flags.resume) {
    const input = await drawn(session, flags)
    const shown = await session.request('writing.preview', input)
    // What comes is told before a model is asked for long.
    if (!isJson) session.print(previewLines(shown, by).join('\n'))
    if (preview) return { shown }
    const kept = await session.request('writing.draw', input)
    if (by !== 'model') return { drawn: kept }
  }
  return { done: await session.request('writing.write', { dir, judge }) }
}

async function drawn(session: CommandSession, flags: RunFlags) {
  const { dir, sizes, together, spread, anyTools, seed } = flags
  const { detail, length, language, perBundle } = flags
  const ids = await chosenTools(session, dir, flags)
  const ways = together && [...new Set(together)]
  return {
    dir,
    writer: flags.by,
    draw: { ids, sizes, ways, spread, uncoveredFirst: !anyTools, seed },
    style: { detail, length, language, perBundle },
  }
}

function deciding(verdict: Verdict, summary: string) {
  return command({
    summary,
    args: ['ids'],
    input: CHOSEN,
    run: (session, given) => decide(session, { verdict, ...given }),
    undo: itsChange,
    print: (done) => decidedText(String(done.decided), verdict, done),
  })
}

interface Deciding {
  dir: string
  ids: string[]
  passed: boolean
  verdict: Verdict
  set?: string | undefined
}

async function decide(session: CommandSession, { dir, ids, passed, verdict, set }: Deciding) {
  if (ids.length > 0 !== passed) {
    const chosen = passed ? { passed } : { ids }
    return session.request('writing.decide', { dir, chosen, verdict, set })
  }
  throw new Problem(
    'bad-input',
    'It takes ids of queries, or --passed.',
    'Name queries as pegboard write-golden list does.',
  )
}

export const commands = { 'write-golden': writeGolden }
