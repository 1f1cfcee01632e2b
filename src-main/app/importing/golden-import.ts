import type { RouteOutput } from '../../contract/routes'
import type { ReportRow } from '../../domain/catalog-import'
import type { GoldenSet } from '../../domain/golden-set'
import { Problem } from '../../domain/problem'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import {
  resolveGoldenSets,
  type WrittenGoldenSets,
} from '../../importing/golden/import-golden-sets'
import type { Catalog } from '../catalog'
import type { AppContext, Handlers } from '../handlers'
import type { PlannedChange, Session } from '../session'
import { callFaults } from './checked-calls'

type GoldenReply = Omit<RouteOutput<'golden.import'>, 'base'>

/** Queries shown of golden sets before they are written. */
const SAMPLE_QUERIES = 20

/** Adds golden sets on their own, with labels resolved against the catalog that is there. */
export const goldenImport =
  ({ sessions, files, readFiles, clock }: AppContext): Handlers<'golden'>['golden.import'] =>
  async ({ dir, path, mapping, base, preview, ...choices }, { signal }) => {
    const session = await sessions.of(dir)
    const pause = yieldToEventLoop(clock, signal)
    const input = { files: await files.read(path), options: { goldenMapping: mapping } }
    const written = await readFiles('goldenSets', input, signal)
    const plan = plannedGoldenSets({ session, path, written, pause }, { ...choices, preview })
    // The commit first: another that comes now makes the preview out of date, never its base too new.
    const { commit } = await session.store.state()
    if (!preview) return { ...(await session.change(plan, base)), base: commit }
    const { answer } = await plan(await session.catalog())
    return { ...answer, base: commit }
  }

interface Reading {
  session: Session
  path: string
  written: WrittenGoldenSets
  pause: () => Promise<boolean>
}

const plannedGoldenSets =
  (
    { session, path, written, pause }: Reading,
    { name, replace, preview }: { name?: string | undefined; replace: boolean; preview: boolean },
  ) =>
  async (catalog: Catalog): Promise<PlannedChange<GoldenReply>> => {
    const here = catalog.tools.map(({ tool }) => tool)
    const imported = await resolveGoldenSets(written, here, pause)
    if (imported.goldenSets.length === 0) throw noGoldenQuery(path, imported.report)
    const put = named(imported.goldenSets, name)
    const { goldenSets } = await session.store.read('goldenSets')
    const present = new Set(goldenSets.map((set) => set.name))
    const taken = put.find((set) => present.has(set.name))
    if (taken && !replace && !preview) throw isTaken(taken.name)
    return {
      goldenSets: { put },
      answer: {
        format: imported.format,
        goldenSets: sizesOf(put, present),
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
    report[0]?.why ?? 'Import the catalog first, then its golden set.',
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
