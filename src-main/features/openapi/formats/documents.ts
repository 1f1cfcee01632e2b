import type { ReportRow } from '../../../domain/catalog/import'
import type { JsonObject } from '../../../domain/tool/tool'
import { alteredRows } from '../../../importing/reading/file-content'
import { once } from '../../../importing/reading/once'
import { isObject, type Alteration } from '../../../importing/reading/parse-json'
import { parseYaml } from '../../../importing/reading/parse-yaml'
import { UnreadableFile } from '../../../importing/reading/place'
import type { SourceFile } from '../../../importing/reading/source-file'

/** One file as an object: the document itself, or a part that others refer to. */
export interface Document {
  path: string
  root: JsonObject
  /** What of YAML could not be kept as it is; of JSON, the file's content says so. */
  altered: ReportRow[]
}

const YAML_NAME = /\.ya?ml$/i

export const isNamedYaml = ({ path }: SourceFile): boolean => YAML_NAME.test(path)

/** At the beginning of a line, as a key of the document itself is written in YAML. */
const SAYS_SO = /^["']?(openapi|swagger)["']?[ \t]*:/m
const SAYS_ARAZZO = /^["']?arazzo["']?[ \t]*:/m

/** Characters of a file that does not say it is YAML in which it may say what it is. */
const BEGINNING = 100_000

/** Characters of one document: five times GitHub's. */
const MOST_CHARACTERS = 64 * 1024 * 1024

/** Whether the file says that it is an OpenAPI document, sound or not. Never throws. */
export const saysOpenApi = (file: SourceFile, isAlone: boolean): boolean =>
  says(file, isAlone, { keys: ['openapi', 'swagger'], inYaml: SAYS_SO })

/** Whether the file says that it is an Arazzo document: workflows of operations. Never throws. */
export const saysArazzo = (file: SourceFile, isAlone: boolean): boolean =>
  says(file, isAlone, { keys: ['arazzo'], inYaml: SAYS_ARAZZO })

function says(
  file: SourceFile,
  isAlone: boolean,
  { keys, inYaml }: { keys: readonly string[]; inYaml: RegExp },
): boolean {
  const content = file.content()
  if (content.kind === 'object') {
    const { value } = content
    return keys.some((key) => Object.hasOwn(value, key) && isVersion(value[key]))
  }
  if (content.kind === 'rows' || !(isAlone || isNamedYaml(file))) return false
  try {
    const text = file.text()
    return inYaml.test(isNamedYaml(file) ? text : text.slice(0, BEGINNING))
  } catch {
    return false
  }
}

const isVersion = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number'

/**
 * What the file holds as an object, JSON or YAML.
 * @throws UnreadableFile where it holds none, or too much.
 */
function documentIn(file: SourceFile): Document {
  if (file.text().length > MOST_CHARACTERS) {
    const fix = 'Split it, for instance by tags, and import its parts.'
    throw new UnreadableFile(file.path, 'is larger than 64 MB', fix)
  }
  const content = file.content()
  const isJson = content.kind === 'object' || content.kind === 'rows'
  const altered: Alteration[] = []
  const root = content.kind === 'object' ? content.value : isJson ? [] : yamlIn(file, altered)
  if (isObject(root)) return { path: file.path, root, altered: alteredRows(altered, file.path) }
  const fix = 'Choose the document whose first key is openapi.'
  throw new UnreadableFile(file.path, 'is not an OpenAPI document', fix)
}

/** Broken JSON says so itself: where it breaks is told better than by what YAML makes of it. */
function yamlIn(file: SourceFile, altered: Alteration[]) {
  const content = file.content()
  if (content.kind === 'broken' && /^\s*[[{]/.test(file.text())) throw content.error
  return parseYaml(file.path, file.text(), altered)
}

/** What of a document decides how it is read. */
export interface Kind {
  /** OpenAPI 2.0, called Swagger. */
  isSwagger: boolean
  /** OpenAPI 2.0 and 3.0, where nothing beside a reference counts. */
  isOld: boolean
}

/**
 * The document's kind and its paths, which may be a reference to them.
 * @throws UnreadableFile where it is of no version that is read, or has no operation to offer.
 */
export function requireOpenApi({ path, root }: Document): { paths: JsonObject; kind: Kind } {
  const { openapi, swagger, paths, info } = root
  const isSwagger = openapi === undefined && swagger !== undefined
  const version = versionText(isSwagger ? swagger : openapi)
  if (!(isSwagger ? /^2(\.0|$)/ : /^3(\.|$)/).test(version)) {
    const name = isSwagger ? 'Swagger' : 'OpenAPI'
    const none = openapi === undefined && swagger === undefined
    const what = none ? 'has no key openapi' : `is of ${name} ${version}, which is not read`
    throw new UnreadableFile(path, what, 'Save it as OpenAPI 3.0 or 3.1 and import it again.')
  }
  if (!isObject(paths)) {
    const named = isObject(info) && typeof info.title === 'string' ? '' : ' It has no title either.'
    const fix = `Give it the paths of the API: each operation in them becomes a tool.${named}`
    throw new UnreadableFile(path, 'has no paths, so no operations', fix)
  }
  return { paths, kind: { isSwagger, isOld: isSwagger || /^3(\.0|$)/.test(version) } }
}

const versionText = (version: unknown): string =>
  isVersion(version) ? String(version).slice(0, 20) : 'of an unknown version'

/** The files of an import, by path. */
export interface Documents {
  /** @throws UnreadableFile as {@link documentIn} does. */
  read(path: string): Document | undefined
}

/** The files of an import as documents, each read once, when first referred to. */
export function documentsAmong(files: readonly SourceFile[]): Documents {
  const byPath = new Map(files.map((file) => [file.path, once(() => documentIn(file))]))
  return { read: (path) => byPath.get(path)?.() }
}
