import type { LocalFile } from '../../ports/local-files'
import type { WorkspaceChange } from '../../ports/workspace-store'

/** Files as a person knows them. */
export const filesText = (files: readonly Pick<LocalFile, 'path'>[]): string => {
  const [first, ...others] = files
  return first && others.length === 0
    ? (first.path.split('/').at(-1) ?? first.path)
    : `${files.length} files`
}

/**
 * What an import did, as a sentence without its end: “Imported 120 tools and 1 golden set from
 * weather.json”.
 */
export function importText(change: WorkspaceChange, from: string): string {
  const { tools = {}, layers, goldenSets, bundles, fieldWeights } = change
  const went = counted(tools.remove, 'tool')
  const brought = [
    ...counted(tools.put, 'tool'),
    ...counted(goldenSets?.put, 'golden set'),
    ...counted(bundles?.put, 'logged query', 'logged queries'),
    ...counted(fieldWeights?.put, 'weighting of fields', 'weightings of fields'),
  ]
  // Where tools come or go, their layers come along.
  const came = brought.length + went.length > 0 ? brought : counted(layers?.put, 'author’s layer')
  const last = came.pop()
  if (last === undefined) return `Removed ${went.join('')} that ${from} no longer holds`
  const all = came.length > 0 ? `${came.join(', ')} and ${last}` : last
  return [`Imported ${all} from ${from}`, ...went.map((some) => `and removed ${some}`)].join(', ')
}

/** How many there are; nothing of none. */
const counted = (items: readonly unknown[] = [], one: string, many = `${one}s`): string[] =>
  items.length === 0 ? [] : [`${items.length} ${items.length === 1 ? one : many}`]
