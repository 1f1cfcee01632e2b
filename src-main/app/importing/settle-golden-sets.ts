import type { ClashChoices, ImportedGoldenSet, ReportRow } from '../../domain/catalog/import'
import type { GoldenQuery, GoldenSet } from '../../domain/query/golden-set'
import { canonical } from '../../domain/value/canonical'

/** The golden sets of a workspace, read by name. */
export interface StoredGoldenSets {
  names: readonly string[]
  read(name: string): Promise<GoldenQuery[]>
}

export interface SettledGoldenSets {
  put: GoldenSet[]
  sets: ImportedGoldenSet[]
  rows: ReportRow[]
}

/**
 * The golden sets to write. One whose name a set here has takes its place where it holds all of
 * that set's queries as they are; else it gets another name, unless `choice` says to replace.
 */
export async function settleGoldenSets(
  stored: StoredGoldenSets,
  imported: readonly GoldenSet[],
  choice: ClashChoices['goldenSets'],
): Promise<SettledGoldenSets> {
  const taken = new Set(stored.names)
  const settled: SettledGoldenSets = { put: [], sets: [], rows: [] }
  for (const { name, queries } of imported) {
    const place = await placeOf({ name, queries }, { stored, taken, choice })
    taken.add(place.name)
    if (place.kind !== 'same') settled.put.push({ name: place.name, queries })
    settled.sets.push({
      name: place.name,
      queries: queries.length,
      replaces: place.kind === 'replaces',
      ...(place.name !== name && { renamedFrom: name }),
    })
    if (place.name !== name && place.kind === 'new') settled.rows.push(renamedRow(name, place.name))
  }
  return settled
}

/**
 * Looks at `name`, `name-2`, `name-3` … until the set is there already, or there is room for it.
 */
async function placeOf(
  set: GoldenSet,
  {
    stored,
    taken,
    choice,
  }: { stored: StoredGoldenSets; taken: Set<string>; choice: ClashChoices['goldenSets'] },
): Promise<{ name: string; kind: 'new' | 'same' | 'replaces' }> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? set.name : `${set.name}-${number}`
    if (!taken.has(name)) return { name, kind: 'new' }
    // Of this very import, not of the workspace.
    if (!stored.names.includes(name)) continue
    const relation = relationOf(await stored.read(name), set.queries)
    if (relation === 'same') return { name, kind: 'same' }
    if (relation === 'grown' || choice === 'replace') return { name, kind: 'replaces' }
  }
}

function relationOf(
  stored: readonly GoldenQuery[],
  queries: readonly GoldenQuery[],
): 'same' | 'grown' | 'other' {
  const texts = new Set(queries.map((query) => canonical(query)))
  if (!stored.every((query) => texts.has(canonical(query)))) return 'other'
  return stored.length === queries.length ? 'same' : 'grown'
}

const renamedRow = (name: string, as: string): ReportRow => ({
  outcome: 'altered',
  where: `golden set ${name}`,
  entry: name,
  why: `A golden set here has this name and holds something else: this one is kept as “${as}”`,
  fix: 'Choose to replace golden sets of the same name, or delete the one you do not need.',
})
