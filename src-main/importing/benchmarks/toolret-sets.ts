import type { ToolId } from '../../domain/tool'
import type { LabelIndex } from '../catalog/resolve-labels'
import { setName } from '../golden/set-names'

/** The files of one data set by what they hold, and its name; empty where nothing names it. */
export interface ToolretSet<Parts> {
  name: string
  parts: Parts
}

/** Folders that say what is in them, or at which step it was made, not of which data set it is. */
const OF_PART =
  /^(data|datasets?|from[_-]toolret|raw|origin(al)?|tools|queries|corpus|documents|(augmented|standardi[sz]ed)[_-]tools|rewritten[_-]queries|train[_-]and[_-]test|train|dev|test|hard[_-]negatives|weights?|learned[_-]params|fold[_-]?\d+)$/i

/** Words of a file's name that say the same. */
const PART_WORDS =
  /(^|-)(tools?|quer(y|ies)|augmented|standardi[sz]ed|rewritten|train|dev|test|fold-?\d*)(?=-|$)/g

const foldersOf = (path: string): string[] => path.split('/').slice(0, -1)

/** The nearest folder that names something, but for those that are told. */
export const namingFolder = (path: string, otherThan: readonly string[] = []): string =>
  foldersOf(path).findLast(
    (folder) => !OF_PART.test(folder) && !otherThan.includes(folder.toLowerCase()),
  ) ?? ''

/** What the beginning of a file's name says beside what the file holds: `bank_tools.v2.json` → `bank`. */
const stemOf = (path: string): string =>
  setName((path.split('/').at(-1) ?? '').split('.')[0] ?? '')
    .replace(PART_WORDS, '')
    .replace(/^-|-$/g, '')

interface Placed {
  path: string
}

/**
 * Which data set a file is of: told by folders, or where one folder has tools of several, by the beginning of the files’ names.
 * @param anchors the files that hold tools, of which each data set has some
 * @param asked the files of queries
 */
export function dataSetsOf(anchors: readonly Placed[], asked: readonly Placed[]) {
  const stems = new Set(asked.map(({ path }) => stemOf(path)))
  const nameOfAnchor = ({ path }: Placed): string => {
    const folder = namingFolder(path)
    const isAlone = anchors.filter((other) => namingFolder(other.path) === folder).length === 1
    const stem = isAlone || !stems.has(stemOf(path)) ? '' : stemOf(path)
    return (stem || folder).toLowerCase()
  }
  const names = anchors.length > 0 ? [...new Set(anchors.map(nameOfAnchor))] : ['']
  const [only] = names
  /** The data set of a file; undefined where there are several and nothing tells. */
  const setOf = ({ path }: Placed): string | undefined => {
    if (names.length === 1) return only
    const said = [...foldersOf(path.toLowerCase()), stemOf(path)]
    return (
      said.findLast((word) => word !== '' && names.includes(word)) ??
      (names.includes('') ? '' : undefined)
    )
  }
  return { names, setOf }
}

/** Finds a tool by the id of its document, for queries of no data set in particular, where one data set alone has that id. */
export const documentsOfAll = (documents: readonly ReadonlyMap<string, ToolId>[]): LabelIndex => ({
  find(label) {
    const [id, ...others] = new Set(documents.flatMap((each) => each.get(label) ?? []))
    if (id === undefined) return { why: `No document has the id "${label}"` }
    return others.length === 0 ? { id } : { why: `Several data sets have a tool "${label}"` }
  },
})
