import type { ReportRow } from '../../domain/catalog/import'
import type { GoldenSet } from '../../domain/query/golden-set'
import { uniqueIds } from '../catalog/unique-ids'

/** A file's name as the name of a golden set: `Test_Out-Domain.jsonl` → `test-out-domain`. */
export function setName(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return (
    name
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'queries'
  )
}

/**
 * One name per path, in order; where files of several folders share a name, their folder's goes
 * before it.
 */
export function setNames(paths: string[], nameOf = setName): string[] {
  const names = paths.map(nameOf)
  const uniqueName = uniqueIds()
  return paths.map((path, index) => {
    const name = names[index] ?? setName(path)
    const folder = path.split('/').at(-2)
    const clashes = names.indexOf(name) !== index && folder !== undefined
    return uniqueName(clashes ? `${setName(folder)}-${name}` : name)
  })
}

/**
 * The golden sets of one import under names of their own, without those that are empty or there
 * twice, and a row for each.
 */
export function distinctSets(sets: GoldenSet[]): { sets: GoldenSet[]; rows: ReportRow[] } {
  const kept = new Map<string, GoldenSet>()
  const rows: ReportRow[] = []
  const row = (outcome: ReportRow['outcome'], name: string, why: string): void => {
    rows.push({ outcome, where: `golden set ${name}`, entry: name, why })
  }
  for (const { name, queries } of sets) {
    const text = JSON.stringify(queries)
    if (queries.length === 0) {
      row('notice', name, 'No query is left of this golden set: it is not made')
    } else if (JSON.stringify(kept.get(name)?.queries) === text) {
      row('notice', name, 'The same golden set comes twice in these files: it is made once')
    } else {
      const free = freeName(name, kept)
      if (free !== name) {
        row('altered', name, `Another golden set of these files has this name: called “${free}”`)
      }
      kept.set(free, { name: free, queries })
    }
  }
  return { sets: [...kept.values()], rows }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
  return free
}
