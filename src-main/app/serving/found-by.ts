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
 */
export function foundBy(
  { witnesses }: Pick<PlacedTool, 'witnesses'>,
  nameOf: (id: ToolId) => string,
): string | undefined {
  const said = new Set(witnesses.flatMap((witness) => reasonOf(witness, nameOf) ?? []))
  return said.size > 0 ? [...said].join(', ') : undefined
}

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
