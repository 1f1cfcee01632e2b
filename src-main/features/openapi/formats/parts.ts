import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import { UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'
import type { Documents } from './documents'
import { fileBehind } from './references'

/**
 * The documents among `files`, and the files that they refer to, wherever they stand, with those
 * that these refer to.
 * @param own the documents
 */
export function withParts(
  own: readonly SourceFile[],
  files: readonly SourceFile[],
  documents: Documents,
): SourceFile[] {
  if (own.length === files.length) return [...own]
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = new Set(own.map(({ path }) => path))
  // A set grows while it is walked: what is found is looked through as well.
  for (const path of found) {
    for (const part of partsOf(path, documents)) if (byPath.has(part)) found.add(part)
  }
  return [...found].flatMap((path) => byPath.get(path) ?? [])
}

/** The files that one refers to; none where it cannot be read. */
function partsOf(path: string, documents: Documents): Set<string> {
  try {
    const document = documents.read(path)
    return document ? filesReferredTo(document.root, path) : new Set()
  } catch (error) {
    if (error instanceof UnreadableFile) return new Set()
    throw error
  }
}

function filesReferredTo(root: JsonValue, from: string): Set<string> {
  const found = new Set<string>()
  const waiting: JsonValue[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue
    for (const child of Object.values(node)) {
      if (typeof child === 'object') waiting.push(child)
    }
    if (Array.isArray(node)) continue
    for (const reference of referencesOf(node)) {
      const file = typeof reference === 'string' ? fileBehind(reference, from) : undefined
      if (typeof file === 'string') found.add(file)
    }
  }
  return found
}

/** All that leads to other files, also what no tool is made of: examples, links, alternatives. */
function referencesOf({ $ref, externalValue, operationRef, discriminator }: JsonObject) {
  const mapping = isObject(discriminator) ? discriminator.mapping : undefined
  const mapped = isObject(mapping) ? Object.values(mapping) : []
  return [$ref, externalValue, operationRef, ...mapped]
}
