import type { LocalFile } from '../../ports/local-files'
import type { WorkspaceChange } from '../../ports/workspace-store'

/** Files as a person knows them. */
export const filesText = (files: readonly Pick<LocalFile, 'path'>[]): string => {
  const [first, ...others] = files
  return first && others.length === 0
    ? (first.path.split('/').at(-1) ?? first.path)
    : `${files.length} files`
}

/** What an import did, as a sentence without its end: “Imported 120 tools and 1 golden set from weather.json”. */
export function importText(
  { tools, layers, goldenSets, bundles, fieldWeights }: WorkspaceChange,
  from: string,
): string {
  const came = [
    counted(tools?.put, 'tool'),
    // Where tools come or go, their layers come along.
    ...(tools?.put?.length || tools?.remove?.length
      ? []
      : [counted(layers?.put, 'author’s layer')]),
    counted(goldenSets?.put, 'golden set'),
    counted(bundles?.put, 'logged query', 'logged queries'),
    ...[fieldWeights?.put ?? []].flatMap(({ length }) => (length > 0 ? ['weights of fields'] : [])),
  ].flatMap((part) => part ?? [])
  const went = counted(tools?.remove, 'tool')
  const last = came.pop()
  if (last === undefined) return `Removed ${went ?? 'nothing'} that ${from} no longer holds`
  const all = came.length > 0 ? `${came.join(', ')} and ${last}` : last
  return `Imported ${all} from ${from}${went === undefined ? '' : `, and removed ${went}`}`
}

function counted(
  items: readonly unknown[] = [],
  one: string,
  many = `${one}s`,
): string | undefined {
  if (items.length === 0) return undefined
  return `${items.length} ${items.length === 1 ? one : many}`
}
