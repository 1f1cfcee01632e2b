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
  /** Whether it is said of a reference: an operation may have several, and each is named. */
  isOfReference?: boolean
}

/** A value, and the document that it stands in. */
export interface Place<Value extends JsonValue = JsonValue> {
  value: Value
  from: Document
}

/**
 * Follows a reference from the document it stands in; what it gives otherwise is why it cannot be
 * followed.
 */
export type Follow = (reference: string, from: Document) => Place | Remark

export const isPlace = (found: Place | Remark): found is Place => 'value' in found

/** References that lead on to others: more than people write, fewer than take time. */
const MOST_STEPS = 20

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
  const find = (reference: string, from: Document, steps: { left: number }): Place | Remark => {
    const [file, pointer] = splitAtHash(reference)
    const isOwn = file === '' || file === from.root.$self
    const document = isOwn ? from : otherDocument(file, from, documents)
    if (!('root' in document)) return document
    const value = within(document, `#${pointer}`)
    if (value !== undefined) return { value, from: document }
    const further = (next: string, at: Document): Place | undefined => {
      steps.left -= 1
      const found = steps.left < 0 ? undefined : find(next, at, steps)
      return found && isPlace(found) ? found : undefined
    }
    return throughReferences(pointer, document, further) ?? leadsNowhere(reference)
  }
  return (reference, from) => find(reference, from, { left: MOST_STEPS })
}

const leadsNowhere = (reference: string): Remark => ({
  why: 'A reference leads nowhere',
  detail: quoted(reference),
  fix: 'Correct the $ref in the document.',
  isOfReference: true,
})

/**
 * What a pointer leads to where something on its way is itself a reference, such as
 * `"components": {"schemas": {"$ref": "schemas.yaml"}}`.
 */
function throughReferences(
  pointer: string,
  document: Document,
  follow: (reference: string, from: Document) => Place | undefined,
): Place | undefined {
  if (!pointer.startsWith('/')) return undefined
  let at: Place | undefined = { value: document.root, from: document }
  for (const part of pointer.slice(1).split('/')) {
    while (at && isObject(at.value) && typeof at.value.$ref === 'string') {
      at = follow(at.value.$ref, at.from)
    }
    if (!at) return undefined
    const value = schemaReferences({ at: at.value })(`#/at/${part}`)
    if (value === undefined) return undefined
    at = { value, from: at.from }
  }
  return at
}

function splitAtHash(reference: string): [file: string, pointer: string] {
  const at = reference.indexOf('#')
  if (at < 0) return [reference, '']
  const pointer = reference.slice(at + 1)
  // `#/` is written for the whole file, though it means a field without a name.
  return [reference.slice(0, at), pointer === '/' ? '' : pointer]
}

const BUNDLE =
  'bundle the document first, for instance with npx @redocly/cli bundle openapi.yaml -o bundled.yaml'

/**
 * The path of the file that a reference leads to, as one of the import; else why it is none.
 * Undefined where it leads to where it stands.
 */
export function fileBehind(reference: string, from: string): string | Remark | undefined {
  const [file] = splitAtHash(reference)
  return file === '' ? undefined : pathOf(file, from)
}

function pathOf(file: string, from: string): string | Remark {
  const written = file.replaceAll('\\', '/')
  const detail = quoted(file)
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) {
    const fix = `Save that file beside the document and refer to it by its name, or ${BUNDLE}.`
    const why = 'A reference leads to an address; nothing is fetched'
    return { why, detail, fix, isOfReference: true }
  }
  const path = pathBeside(from, decoded(written))
  if (path !== undefined) return path
  const fix = `Import the folder that holds both files, or ${BUNDLE}.`
  const why = 'A reference leads out of the folder that is imported'
  return { why, detail, fix, isOfReference: true }
}

function otherDocument(file: string, from: Document, documents: Documents): Document | Remark {
  const path = pathOf(file, from.path)
  if (typeof path !== 'string') return path
  try {
    const document = documents.read(path)
    const fix = `Import the folder that holds both files, or ${BUNDLE}.`
    const why = 'A reference leads to a file that was not imported'
    return document ?? { why, detail: quoted(file), fix, isOfReference: true }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const why = 'A reference leads to a file that cannot be read'
    return { why, detail: error.message, fix: error.fix, isOfReference: true }
  }
}

/**
 * A path relative to a file's folder, as one of the import; undefined where it leads out of what is
 * imported.
 */
function pathBeside(file: string, relative: string): string | undefined {
  if (relative.startsWith('/')) return undefined
  const parts = file.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\\', '/')
  } catch {
    return text
  }
}

const quoted = (text: string): string => `“${text.slice(0, 200)}”`

interface Following {
  follow: Follow
  remark(remark: Remark): void
}

/**
 * An object and the objects that it refers to, one behind the other; `isWhole` unless a reference
 * on the way cannot be followed, which is remarked.
 */
export function objectsBehind(
  written: JsonValue | undefined,
  from: Document,
  { follow, remark }: Following,
): { places: Place<JsonObject>[]; isWhole: boolean } {
  const places: Place<JsonObject>[] = []
  let value = written
  let at = from
  while (isObject(value)) {
    places.push({ value, from: at })
    if (typeof value.$ref !== 'string') return { places, isWhole: true }
    const isEndless = places.length === MOST_STEPS
    const found = isEndless ? ENDLESS : follow(value.$ref, at)
    if (!isPlace(found)) {
      remark(found)
      return { places, isWhole: false }
    }
    ;({ value, from: at } = found)
  }
  const reference = places.at(-1)?.value.$ref
  if (typeof reference === 'string') remark({ ...NO_OBJECT, detail: quoted(reference) })
  return { places, isWhole: false }
}

const NO_OBJECT: Remark = {
  why: 'A reference leads to something else than it should',
  fix: 'Correct the $ref in the document.',
  isOfReference: true,
}

const ENDLESS: Remark = {
  why: 'References lead from one to the next without an end',
  fix: 'Correct the $ref in the document.',
  isOfReference: true,
}

/**
 * An object behind its references, such as a parameter; undefined, and a remark, where there is
 * none.
 */
export function objectBehind(
  written: JsonValue | undefined,
  from: Document,
  following: Following,
): Place<JsonObject> | undefined {
  if (isObject(written) && typeof written.$ref !== 'string') return { value: written, from }
  const { places, isWhole } = objectsBehind(written, from, following)
  return isWhole ? places.at(-1) : undefined
}
