import { bareText } from '../../domain/same-text'
import type { ProposedPart } from '../../domain/text-proposal'
import type { CatalogTool } from '../../domain/tool'

/** Parts that may well be the tool's name: a tool `calendar` among others of that tag. */
const MAY_BE_NAME: ReadonlySet<ProposedPart> = new Set(['tags', 'topics'])

/** Tells whether a text, proposed for a part, stands there already as a text of the tool, but for case and punctuation. */
export function isOwnText(
  { tool, layer }: CatalogTool,
  part: ProposedPart,
): (text: string) => boolean {
  const own = [tool.description, layer.description, layer.whenToUse, layer.limits].concat(
    MAY_BE_NAME.has(part) ? [] : [tool.name],
  )
  const known = new Set(own.map((text) => bareText(text ?? '')))
  return (text) => known.has(bareText(text))
}
