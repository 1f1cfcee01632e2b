import { schemaReferences } from '../../../domain/tool/schema-reference'
import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import { UnreadableFile } from '../../../importing/reading/place'
import type { Document, Documents } from './documents'

/** Something to say of an operation; `detail` is what concerns it alone. */
export interface Remark {
  why: string
  detail?: string
  fix?: string
}

/** What a reference leads to, and the document that stands in. */
export interface Target {
  value: JsonValue
  from: Document
  /** The same for every reference that leads there. */
  key: string
}

/**
 * Follows a reference from the document it stands in; what it gives otherwise is why it cannot be
 * followed.
 */
export type Follow = (reference: string, from: Document) => Target | Remark

export const isTarget = (found: Target | Remark): found is Target => 'key' in found

/**
 * References within a document, and to files that are imported together with it. Nothing is fetched
 * and nothing is opened: what is not among the documents is not there.
 */
export function references(documents: Documents): Follow {
  const pointers = new Map<Document, ReturnType<typeof schemaReferences>>()
  const within = (document: Document, fragment: string): JsonValue | undefined => {
    const resolve = pointers.get(document) ?? schemaReferences(document.root)
    pointers.set(document, resolve)
    return resolve(fragment)
  }
  return (reference, from) => {
    const [file = '', pointer = ''] = splitAtHash(reference)
    const document = file === '' ? from : otherDocument(file, from, documents)
    if (!('root' in document)) return document
    const value = within(document, `#${pointer}`)
    if (value === undefined) {
      const fix = 'Correct the $ref in the document.'
      return { why: 'A reference leads nowhere', detail: quoted(reference), fix }
    }
    return { value, from: document, key: `${document.path}#${pointer}` }
  }
}

function splitAtHash(reference: string): [file: string, pointer: string] {
  const at = reference.indexOf('#')
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)]
}

function otherDocument(file: string, from: Document, documents: Documents): Document | Remark {
  const detail = quoted(file)
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(file)) {
    const fix = 'Save that file beside the document, refer to it by its name, import the folder.'
    return { why: 'A reference leads to an address; nothing is fetched', detail, fix }
  }
  const path = pathBeside(from.path, decoded(file))
  if (path === undefined) {
    const fix = 'Put the file into the folder of the document and import the folder.'
    return { why: 'A reference leads out of the folder that is imported', detail, fix }
  }
  try {
    const document = documents.read(path)
    const fix = 'Import the folder that holds both files.'
    return document ?? { why: 'A reference leads to a file that was not imported', detail, fix }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { why: 'A reference leads to a file that cannot be read', detail: error.message }
  }
}

/**
 * A path relative to a file's folder, as one of the import; undefined where it leads out of what is
 * imported.
 */
function pathBeside(file: string, relative: string): string | undefined {
  if (/^\/|\\/.test(relative)) return undefined
  const parts = file.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const quoted = (text: string): string => `“${text.slice(0, 200)}”`

/** References that lead on to others: more than people write, fewer than take time. */
const MOST_STEPS = 20

/**
 * An object behind its references, such as a parameter; undefined, and a remark, where there is
 * none.
 */
export function objectBehind(
  written: JsonValue | undefined,
  from: Document,
  { follow, remark }: { follow: Follow; remark(remark: Remark): void },
): { value: JsonObject; from: Document } | undefined {
  let at = { value: written, from }
  for (let step = 0; step < MOST_STEPS; step++) {
    if (!isObject(at.value)) return undefined
    if (typeof at.value.$ref !== 'string') return { value: at.value, from: at.from }
    const found = follow(at.value.$ref, at.from)
    if (!isTarget(found)) {
      remark(found)
      return undefined
    }
    at = found
  }
  remark({ why: 'References lead from one to the next without an end' })
  return undefined
}
