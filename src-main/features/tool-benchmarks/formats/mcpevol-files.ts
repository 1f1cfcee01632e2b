import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import type { SourceFile } from '../../../importing/reading/source-file'

/** A file that holds an object by server. */
export interface ServerMap {
  path: string
  servers: JsonObject
}

/** What one round of changes does, by server. */
export interface RoundFile extends ServerMap {
  /** From 1. */
  number: number
}

/** The files whose object has mostly values that `isOne` knows. */
export const serverMaps = (
  files: SourceFile[],
  isOne: (value: JsonValue) => boolean,
): ServerMap[] =>
  files.flatMap((file) => {
    const content = file.content()
    const values = content.kind === 'object' ? Object.values(content.value) : []
    const isMap = content.kind === 'object' && values.filter(isOne).length * 2 > values.length
    return isMap ? [{ path: file.path, servers: content.value }] : []
  })

const KINDS: JsonValue[] = ['TOOL', 'PARAM', 'DESC']

export const roundFiles = (files: SourceFile[]): RoundFile[] =>
  serverMaps(files, isChange).map((file) => ({ ...file, number: numberOf(file.path) }))

const isChange = (value: JsonValue): boolean =>
  isObject(value) && value.mutation_type !== undefined && KINDS.includes(value.mutation_type)

/**
 * The folder of each round has that of the next in it, under the same name: `HYBRID/HYBRID` is the
 * second round's.
 */
function numberOf(path: string): number {
  const [last = '', ...around] = path.split('/').slice(0, -1).toReversed()
  const other = around.findIndex((folder) => folder !== last)
  return 1 + (other < 0 ? around.length : other)
}

/** The rounds that follow one upon another, the first first, and all others. */
export interface Line {
  applied: RoundFile[]
  others: RoundFile[]
}

const folderOf = ({ path }: RoundFile): string => path.replace(/[^/]*$/, '')

/** The last round tells the line: those before it are in the folders around it. */
export function lineOf(rounds: readonly RoundFile[]): Line {
  const inOrder = rounds.toSorted((one, other) => one.number - other.number)
  const last = inOrder.find(({ number }) => number === inOrder.at(-1)?.number)
  const isApplied = (round: RoundFile): boolean =>
    last !== undefined && folderOf(last).startsWith(folderOf(round))
  return {
    applied: inOrder.filter(isApplied),
    others: inOrder.filter((round) => !isApplied(round)),
  }
}
