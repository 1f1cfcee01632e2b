import { named } from '../../domain/value/json'
import type { ProposedText, TextProposal } from '../../domain/proposal/text'
import { importedTraits } from '../../domain/tool/stored-tool'
import type { AuthorLayer, CatalogTool } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { partOf } from './accepted-part'

/**
 * A tool's layer without what accepting a proposal wrote into it, as far as it stands there as it
 * was written; nothing where none of it does. Of lists and parameters, what others wrote stays.
 */
export function takenOut(
  entry: CatalogTool,
  { part, decision }: TextProposal,
): AuthorLayer | undefined {
  const { layer } = entry
  const { before = {}, written = {} } = decision ?? {}
  const now = partOf(layer, part)
  if (canonical(now) === canonical(written)) return withPartAs(layer, part, before)
  const is = now[part]
  const was = written[part]
  const old = before[part]
  if (Array.isArray(is) && Array.isArray(was)) {
    // A layer's tags take the place of the imported ones: where it had none, those were written
    // with them.
    const imported = part === 'tags' && old === undefined ? importedTraits(entry).tags : []
    const known = Array.isArray(old) ? old : imported
    const added = new Set(was.filter((text) => !known.includes(text)))
    const left = is.filter((text) => !added.has(text))
    if (left.length === is.length) return undefined
    const isAsImported =
      left.length === imported.length && left.every((text) => imported.includes(text))
    return withPartAs(layer, part, isAsImported ? {} : { [part]: left })
  }
  if (part !== 'parameters') return undefined
  return parametersWithout(layer, { before, written })
}

function parametersWithout(
  layer: AuthorLayer,
  { before, written }: { before: ProposedText; written: ProposedText },
): AuthorLayer | undefined {
  const left = { ...layer.parameters }
  let changes = 0
  for (const [name, text] of Object.entries(written.parameters ?? {})) {
    const old = named(before.parameters, name)
    if (named(left, name) !== text || old === text) continue
    changes++
    if (old === undefined) Reflect.deleteProperty(left, name)
    else left[name] = old
  }
  if (changes === 0) return undefined
  const isEmpty = Object.keys(left).length === 0
  return withPartAs(layer, 'parameters', isEmpty ? {} : { parameters: left })
}

/** A layer with one part as given, or without it. */
function withPartAs(
  layer: AuthorLayer,
  part: TextProposal['part'],
  value: ProposedText,
): AuthorLayer {
  const { [part]: _, ...others } = layer
  return { ...others, ...value }
}
