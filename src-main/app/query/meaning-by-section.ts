import type { ToolId } from '../../domain/tool/tool'
import type { SectionMeaning } from '../../pipeline/knowledge-base/section-meaning'
import { embeddedDocuments } from '../../pipeline/recipes/options'
import type { Prepared } from './answering'
import type { Call } from '../app'
import { parseOptions } from '../recipes/recipe-options'

/**
 * What each section of tools' documents adds to their cosine with a query.
 * @returns a list for each tool; undefined where the recipe compares no sections, or the embedder
 * knows no word of the query
 */
export async function meaningsOf(
  {
    recipe,
    options,
    catalog,
    embedder,
  }: Pick<Prepared, 'recipe' | 'options' | 'catalog' | 'embedder'>,
  { tools, text }: { tools: readonly ToolId[]; text: string },
  { signal }: Call,
): Promise<SectionMeaning[][] | undefined> {
  if (embedder === undefined || !('meaningWeights' in recipe.options.shape)) return undefined
  const made = embeddedDocuments(parseOptions(recipe, options))
  return catalog.kit(embedder).sectionMeanings(tools, text, { ...made, signal })
}
