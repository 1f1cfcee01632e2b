import {
  FieldWeights,
  type ComparedBy,
  type FieldWeightsRecord,
} from '../../../domain/recipe/field-weights'
import type { JsonObject } from '../../../domain/tool/tool'
import { sameText } from '../../../domain/value/same-text'
import type { Report } from '../../../importing/catalog/report'
import type { SourceFile } from '../../../importing/reading/source-file'
import { foldIn, namingFolder } from './toolret-queries'

/**
 * What the fields are compared by, told by what files or folders of weights are called; one
 * backbone has several names.
 */
const BACKBONES: Readonly<
  Record<string, { name: string; comparedBy: ComparedBy; embedder?: string }>
> = {
  bm25: { name: 'bm25', comparedBy: 'words' },
  minilm: { name: 'minilm', comparedBy: 'meaning', embedder: 'all-minilm' },
  'all-minilm-l6-v2': { name: 'minilm', comparedBy: 'meaning', embedder: 'all-minilm' },
}

const backboneNamed = (written: string) => {
  const name = written.replace(BATCH_SIZE, '').toLowerCase()
  return BACKBONES[name] ?? { name, comparedBy: 'meaning' as const, embedder: name }
}

/** MFTR adds to a backbone’s name how many texts it embeds at once: `all-MiniLM-L6-v2__16`. */
const BATCH_SIZE = /__\d+$/

/** A file of MFTR’s weights. */
export interface WeightsFile {
  path: string
  value: JsonObject
}

/**
 * The files of weights among others; those that are not JSON are reported where all such files are.
 */
export const weightsFiles = (files: readonly SourceFile[]): WeightsFile[] =>
  files.flatMap((file) => {
    const content = file.content()
    if (content.kind !== 'object') return []
    const isWeights = /learned[_-]params[^/]*$/i.test(file.path) || 'base_weight' in content.value
    return isWeights ? [{ path: file.path, value: content.value }] : []
  })

/** The name of the file, or else the nearest folder, names the backbone. */
const backboneIn = (path: string, dataSets: readonly string[]): string | undefined =>
  /(?:^|\/)([\w.-]+?)_fold[_-]?\d+[^/]*$/i.exec(path)?.[1] ??
  (namingFolder(path, dataSets) || undefined)

interface PlacedWeights extends WeightsFile {
  backbone: ReturnType<typeof backboneNamed>
  fold: number
}

/**
 * The weights with their backbone and fold; none, and a row of the report, where nothing says one
 * of them.
 */
function placed(
  { path, value }: WeightsFile,
  dataSets: readonly string[],
  report: Report,
): PlacedWeights[] {
  const backbone = backboneIn(path, dataSets)
  const fold = foldIn(path)
  if (backbone !== undefined && fold !== undefined)
    return [{ path, value, backbone: backboneNamed(backbone), fold }]
  const lacking = fold === undefined ? 'fold' : 'backbone'
  report.add({
    outcome: 'skipped',
    where: path,
    why: `The weights are not used: neither the name of the file nor its folders say of which ${lacking} they are`,
    fix: 'Name the file as in bm25_fold_0_learned_params.json, and import the folder again.',
  })
  return []
}

/** What is to be known of the data set whose weights are read. */
interface AboutSet {
  /** Before the backbone in the weights’ name; empty where there is one data set. */
  name: string
  /** The names of all data sets that are imported: none is a backbone’s. */
  all: readonly string[]
  /** The queries of a fold, by its number. */
  textsOf: ReadonlyMap<number, readonly string[]>
}

/**
 * MFTR’s published weights of one data set, by backbone, with the queries of each fold where the
 * files of folds are there as well. For other queries the means over the folds count.
 */
export function readWeights(
  files: readonly WeightsFile[],
  { name, all, textsOf }: AboutSet,
  report: Report,
): FieldWeightsRecord[] {
  const known = files.flatMap((file) => placed(file, all, report))
  return [...Map.groupBy(known, ({ backbone }) => backbone.name)].flatMap(([called, own]) => {
    const folds = own.flatMap((file) => {
      const weights = weightsIn(file, report)
      return weights ? [{ weights, texts: (textsOf.get(file.fold) ?? []).map(sameText) }] : []
    })
    const [first] = own
    if (!first || folds.length === 0) return []
    const { name: _name, ...about } = first.backbone
    return [
      {
        name: ['published', name, called].filter(Boolean).join(' ').slice(0, 80),
        origin: 'published',
        ...about,
        weights: meanOf(folds.map(({ weights }) => weights)),
        folds: folds.filter(({ texts }) => texts.length > 0),
      },
    ]
  })
}

const KNOWN = ['base_weight', 'base_bias', 'tau', 'w_req', 'w_opt', 'alpha']
/** What the published code fixes. */
const STEEPNESS = 15

/**
 * The weights of a file; undefined, and a row of the report, where it holds others than these
 * fields’.
 */
function weightsIn({ path, value }: WeightsFile, report: Report): FieldWeights | undefined {
  const fault = faultOf(value)
  if (fault === undefined) {
    const [description, parameters, response, examples] = fieldsIn(value)
    const { w_req: required, w_opt: optional, tau } = value
    const threshold = typeof tau === 'number' ? Math.min(1, Math.max(0, tau)) : tau
    const read = FieldWeights.safeParse({
      description,
      parameters,
      response,
      examples,
      required,
      optional,
      threshold,
      scale: 'raw',
    })
    if (read.success) return read.data
  }
  report.add({
    outcome: 'skipped',
    where: path,
    why: `The weights are not used: ${fault ?? 'one of them is not a number, or is below 0 where that makes no sense'}`,
    fix: 'Compare the file with those of other folds and import the folder again.',
  })
  return undefined
}

function faultOf(value: JsonObject): string | undefined {
  const unknown = Object.keys(value).find((key) => !KNOWN.includes(key))
  if (unknown !== undefined) return `“${unknown}” is no weight that is known`
  const lacking = ['base_weight', 'tau', 'w_req', 'w_opt'].find((key) => !(key in value))
  if (lacking !== undefined) return `“${lacking}” is missing`
  const fields = fieldsIn(value)
  if (fields.length !== 4) return `“base_weight” weighs ${fields.length} fields, and there are 4`
  const { alpha } = value
  if (alpha !== undefined && alpha !== STEEPNESS) return `“alpha” is not ${STEEPNESS}`
  return undefined
}

function fieldsIn({ base_weight: written }: JsonObject): unknown[] {
  const [first] = Array.isArray(written) ? written : []
  return Array.isArray(first) ? first : []
}

function meanOf(all: readonly FieldWeights[]): FieldWeights {
  const mean = (name: Exclude<keyof FieldWeights, 'scale'>) =>
    all.reduce((sum, weights) => sum + weights[name], 0) / all.length
  return {
    description: mean('description'),
    parameters: mean('parameters'),
    response: mean('response'),
    examples: mean('examples'),
    required: mean('required'),
    optional: mean('optional'),
    threshold: mean('threshold'),
    scale: 'raw',
  }
}
