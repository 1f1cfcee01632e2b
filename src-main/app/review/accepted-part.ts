import { descriptionOf, tagsOf } from '../../domain/tool/catalog-tool'
import type { ProposedPart, ProposedText, TextProposal } from '../../domain/proposal/text'
import { sameText } from '../../domain/value/same-text'
import type { AuthorLayer, CatalogTool } from '../../domain/tool/tool'
import { parametersOf } from '../../domain/tool/schema-parameters'

/** One part of an author's layer, as it stands there. */
export const partOf = (layer: AuthorLayer, part: ProposedPart): ProposedText =>
  layer[part] === undefined ? {} : { [part]: layer[part] }

/** One part as it is in force: the author's, else the imported one. */
export function partInForce(entry: CatalogTool, part: ProposedPart): ProposedText {
  const { tool, layer } = entry
  if (part === 'description') return { description: descriptionOf({ tool, layer }) }
  if (part === 'tags') return { tags: tagsOf(entry) }
  if (part !== 'parameters') return partOf(layer, part)
  const imported = parametersOf(tool.parameters)
    .parameters.filter(({ level, description }) => level === 1 && description)
    .map(({ name, description }) => [name, description] as const)
  return { parameters: { ...Object.fromEntries(imported), ...layer.parameters } }
}

/**
 * What accepting a proposal writes: a text takes the place of the one that stands there; of lists
 * and parameters, what is there by now stays as it is, and what is new in the proposal is added.
 */
export function acceptedPart(
  entry: CatalogTool,
  { part, proposed }: Pick<TextProposal, 'part' | 'proposed'>,
): ProposedText {
  if (part === 'parameters') {
    // A model is asked only for parameters that the author has not described: those described since
    // are the author's.
    return { parameters: { ...proposed.parameters, ...entry.layer.parameters } }
  }
  const texts = proposed[part]
  if (!Array.isArray(texts)) return partOf(proposed, part)
  const now = part === 'tags' ? tagsOf(entry) : (entry.layer[part] as string[] | undefined)
  return { [part]: withoutRepeats([...(now ?? []), ...texts]) }
}

function withoutRepeats(texts: readonly string[]): string[] {
  const told = new Set<string>()
  return texts.filter((text) => {
    const same = sameText(text)
    if (same === '' || told.has(same)) return false
    told.add(same)
    return true
  })
}

/** An entry of the catalog with one part of its layer written. */
export const withPart = (entry: CatalogTool, part: ProposedText): CatalogTool => ({
  tool: entry.tool,
  layer: { ...entry.layer, ...part },
})
