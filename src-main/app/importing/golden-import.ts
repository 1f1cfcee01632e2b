import { z } from 'zod'
import { Base, GoldenMapping, type GoldenImportAnswer } from '../../contract/import'
import { Dir } from '../../contract/workspace'
import type { ReportRow } from '../../domain/catalog/import'
import { Problem } from '../../domain/problem'
import type { GoldenSet } from '../../domain/query/golden-set'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import {
  resolveGoldenSets,
  type WrittenGoldenSets,
} from '../../importing/golden/import-golden-sets'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import type { AppContext } from '../context'
import { argumentFaults } from '../requests/argument-faults'
import { changeUndoably, type UndoablePlan } from '../changes/stored-changes'
import type { Session } from '../workspaces/session'
import { filesText, importText } from './import-text'
import { knownQueries, reasonIn } from './known-queries'
import { replacedSets } from './planned-import'

type GoldenReply = Omit<GoldenImportAnswer, 'base' | 'change'>

/** Queries shown of golden sets before they are written. */
const SAMPLE_QUERIES = 20

export const GoldenImportInput = z.object({
  dir: Dir,
  path: z.string().min(1).describe('a file, or what files.begin or files.append gave'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('what to call the golden set; of several, what their names begin with'),
  replace: z.boolean().default(false).describe('replace a golden set of the same name'),
  mapping: GoldenMapping.optional().describe(
    'which column of a table holds what; default: as its header and cells look',
  ),
  base: Base.optional(),
  preview: z.boolean().default(false).describe('read and report without writing'),
})
export type GoldenImportInput = z.output<typeof GoldenImportInput>

/** Adds golden sets on their own, with labels resolved against the catalog that is there. */
export async function goldenImport(
  { sessions, files, readFiles, clock }: AppContext,
  { dir, path, mapping, base, preview, ...choices }: GoldenImportInput,
  { signal }: Call,
): Promise<GoldenImportAnswer> {
  const session = await sessions.of(dir)
  const pause = yieldToEventLoop(clock, signal)
  const given = await files.read(path)
  const input = { files: given, options: { goldenMapping: mapping } }
  const written = await readFiles('goldenSets', input, signal)
  const plan = plannedGoldenSets(
    { session, path, from: filesText(given), written, pause },
    { ...choices, preview },
  )
  // The commit first: another that comes now makes the preview out of date, never its base too new.
  const { commit } = await session.store.state()
  if (!preview) return { ...(await changeUndoably(session, plan, base)), base: commit }
  const { answer } = await plan(await session.catalog())
  return { ...answer, base: commit }
}

interface Reading {
  session: Session
  path: string
  /** The files, as a person knows them. */
  from: string
  written: WrittenGoldenSets
  pause: () => Promise<boolean>
}

const plannedGoldenSets =
  (
    { session, path, from, written, pause }: Reading,
    { name, replace, preview }: { name?: string | undefined; replace: boolean; preview: boolean },
  ) =>
  async (catalog: Catalog): Promise<UndoablePlan<GoldenReply>> => {
    const here = catalog.tools.map(({ tool }) => tool)
    const known = await knownQueries(written, session)
    const imported = await resolveGoldenSets(written, here, { pause, known })
    if (imported.goldenSets.length === 0) throw noGoldenQuery(path, imported.report)
    const put = named(imported.goldenSets, name)
    const { goldenSets } = await session.store.read('goldenSets')
    const present = new Set(goldenSets.map((set) => set.name))
    const taken = put.find((set) => present.has(set.name))
    if (taken && !replace && !preview) throw isTaken(taken.name)
    const change = { goldenSets: { put } }
    const sets = sizesOf(put, present)
    return {
      change,
      replaced: preview ? [] : await replacedSets({ put, sets }, session),
      what: importText(change, from),
      answer: {
        format: imported.format,
        goldenSets: sets,
        sample: sampleOf(put),
        report: [...imported.report, ...(await callFaults(put, catalog, pause))],
      },
    }
  }

const sampleOf = (sets: GoldenSet[]): GoldenReply['sample'] =>
  sets
    .flatMap(({ queries }) => queries.slice(0, SAMPLE_QUERIES))
    .slice(0, SAMPLE_QUERIES)
    .map(({ text, tools }) => ({ text, tools }))

const sizesOf = (sets: GoldenSet[], present: ReadonlySet<string>): GoldenReply['goldenSets'] =>
  sets.map(({ name, queries }) => ({
    name,
    queries: queries.length,
    replaces: present.has(name),
  }))

const noGoldenQuery = (path: string, report: ReportRow[]): Problem =>
  new Problem(
    'unreadable',
    `${path} holds no golden query that names a tool of this catalog.`,
    reasonIn(report) ?? 'Import the catalog first, then its golden set.',
  )

const isTaken = (name: string): Problem =>
  new Problem(
    'conflict',
    `There is a golden set “${name}” already.`,
    'Give this one another name, or choose to replace it.',
  )

const named = (sets: GoldenSet[], name?: string): GoldenSet[] =>
  name === undefined
    ? sets
    : sets.map((set) => ({ ...set, name: sets.length === 1 ? name : `${name}-${set.name}` }))

/** Calls that are checked of one import: a millisecond each. */
const MOST_CHECKED = 2_000
/** Queries of which it is told one by one. */
const MOST_TOLD = 50

/**
 * What is wrong with the expected calls of golden sets: arguments that their tools do not take.
 * They are kept as they are.
 */
async function callFaults(
  sets: readonly GoldenSet[],
  catalog: Catalog,
  pause: () => Promise<unknown>,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  let checked = 0
  let wrong = 0
  for (const { name, queries } of sets) {
    for (const { id, calls = [] } of queries) {
      const known = calls.filter(({ tool }) => catalog.has(tool))
      if (known.length === 0) continue
      if (checked + known.length > MOST_CHECKED) return [...rows, ...beyond(wrong, true)]
      checked += known.length
      const faults = known.flatMap((call) => {
        const schema = catalog.tool(call.tool).tool.parameters
        const found = argumentFaults(schema, call.arguments).faults
        return found.map(({ path, why }) => `${call.tool}: ${path || 'the arguments'} ${why}`)
      })
      await pause()
      if (faults.length === 0) continue
      wrong++
      if (wrong <= MOST_TOLD) {
        const told = faults.slice(0, 3).join('; ')
        const why = `An expected call does not fit its tool, and is kept as it is: ${told}`
        rows.push({ outcome: 'notice', where: `golden set ${name}`, entry: id, why, fix: FIX })
      }
    }
  }
  return [...rows, ...beyond(wrong, false)]
}

const FIX = 'Correct its arguments under Golden queries.'

function beyond(wrong: number, isCut: boolean): ReportRow[] {
  const row = (why: string): ReportRow => ({ outcome: 'notice', where: 'expected calls', why })
  return [
    ...(wrong > MOST_TOLD
      ? [row(`${wrong - MOST_TOLD} more queries have expected calls that do not fit`)]
      : []),
    ...(isCut ? [row(`Only the first ${MOST_CHECKED} expected calls were checked`)] : []),
  ]
}
