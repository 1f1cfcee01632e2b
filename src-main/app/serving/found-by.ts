import type { PlacedTool, ScoreOrigin, Witness } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'

const ORIGINS: Record<ScoreOrigin, string> = {
  words: 'words',
  meaning: 'meaning',
  coverage: 'an uncovered part of the request',
  history: 'similar requests',
  graph: 'dependencies',
  fields: 'its fields',
  model: 'a model',
}

/**
 * Why a tool was found, in a few words for an agent: “needed by create_issue”, “words, meaning”.
 * @param compact leave out which search found it: an agent does nothing else by that
 */
export function foundBy(
  { witnesses }: Pick<PlacedTool, 'witnesses'>,
  { nameOf, compact }: { nameOf: (id: ToolId) => string; compact: boolean },
): string | undefined {
  const told = compact ? witnesses.filter(({ kind }) => SAYS_MORE.has(kind)) : witnesses
  const said = new Set(told.flatMap((witness) => reasonOf(witness, nameOf) ?? []))
  return said.size > 0 ? [...said].join(', ') : undefined
}

const SAYS_MORE: ReadonlySet<Witness['kind']> = new Set(['edge', 'bundle', 'name'])

function reasonOf(witness: Witness, nameOf: (id: ToolId) => string): string | undefined {
  switch (witness.kind) {
    case 'edge':
      return `needed by ${nameOf(witness.from)}`
    case 'bundle':
      return 'used for a similar request'
    case 'fields':
      return ORIGINS.fields
    case 'name':
      return 'its exact name'
    case 'part':
      return undefined
    case 'score':
      return witness.origin && ORIGINS[witness.origin]
  }
}
