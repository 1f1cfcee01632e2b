import { isJsonObject } from '../value/json'
import type { JsonObject, JsonValue } from './tool'

/**
 * What the local references of one schema stand for: `#`, a JSON pointer (`#/$defs/a`,
 * `#/components/schemas/a`), or an anchor (`#a`); undefined where nothing is there, or the
 * reference leads out of the schema.
 */
export function schemaReferences(root: JsonObject): (reference: string) => JsonValue | undefined {
  let anchors: Map<string, JsonObject> | undefined
  return (reference) => {
    if (reference === '#') return root
    if (reference.startsWith('#/')) return atPointer(root, reference.slice(2))
    if (!reference.startsWith('#')) return undefined
    anchors ??= anchorsIn(root)
    return anchors.get(reference.slice(1))
  }
}

function atPointer(root: JsonObject, pointer: string): JsonValue | undefined {
  let node: JsonValue | undefined = root
  for (const part of pointer.split('/')) {
    const key = decodePointerPart(part)
    if (Array.isArray(node)) node = node[Number(key)]
    else if (isJsonObject(node) && Object.hasOwn(node, key)) node = node[key]
    else return undefined
  }
  return node
}

/** RFC 6901, section 6: percent-decoding first, then `~1` and `~0`. */
function decodePointerPart(part: string): string {
  let decoded = part
  try {
    decoded = decodeURIComponent(part)
  } catch {
    // A stray % stands for itself.
  }
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * Subschemas by their anchor: `$anchor`, `$dynamicAnchor`, or an `$id` that is one, as up to draft
 * 7.
 */
function anchorsIn(root: JsonObject): Map<string, JsonObject> {
  const anchors = new Map<string, JsonObject>()
  const waiting: JsonValue[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) {
      const { $anchor, $dynamicAnchor = $anchor, $id } = node
      if (typeof $anchor === 'string') anchors.set($anchor, node)
      if (typeof $dynamicAnchor === 'string') anchors.set($dynamicAnchor, node)
      if (typeof $id === 'string' && $id.startsWith('#')) anchors.set($id.slice(1), node)
    }
    for (const child of Object.values(node)) waiting.push(child)
  }
  return anchors
}
