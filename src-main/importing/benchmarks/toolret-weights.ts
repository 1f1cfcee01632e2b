import { FieldWeights, type ComparedBy, type FieldWeightsRecord } from '../../domain/field-weights'
import { sameText } from '../../domain/same-text'
import type { JsonObject } from '../../domain/tool'
import type { Report } from '../catalog/report'
import type { SourceFile } from '../reading/source-file'

const WEIGHTS_NAME = /(?:^|\/)([\w.-]+?)_fold_(\d+)_learned_params\.json$/i

/** What the fields are compared by, told by the name that files of weights begin with. */
const BACKBONES: Readonly<Record<string, { comparedBy: ComparedBy; embedder?: string }>> = {
  bm25: { comparedBy: 'words' },
  minilm: { comparedBy: 'meaning', embedder: 'all-minilm' },
}

/** A file of MFTR’s weights, of one backbone and fold. */
export interface WeightsFile {
  path: string
  backbone: string
  fold: number
  value: JsonObject
}

/** The files of weights among others; those that are not JSON are reported where all such files are. */
export const weightsFiles = (files: readonly SourceFile[]): WeightsFile[] =>
  files.flatMap((file) => {
    const [, backbone, fold] = WEIGHTS_NAME.exec(file.path) ?? []
    const content = file.content()
    if (backbone === undefined || content.kind !== 'object') return []
    return [{ path: file.path, backbone, fold: Number(fold), value: content.value }]
  })

/**
 * MFTR’s published weights, by backbone, with the queries of each fold where the files of folds are there as well. For other
 * queries the means over the folds count.
 * @param textsOf the queries of a fold, by its number
 */
export function readWeights(
  files: readonly WeightsFile[],
  textsOf: ReadonlyMap<number, readonly string[]>,
  report: Report,
): FieldWeightsRecord[] {
  const byBackbone = Map.groupBy(files, ({ backbone }) => backbone.toLowerCase())
  return [...byBackbone].flatMap(([backbone, own]) => {
    const folds = own.flatMap((file) => {
      const weights = weightsIn(file, report)
      return weights ? [{ weights, texts: (textsOf.get(file.fold) ?? []).map(sameText) }] : []
    })
    if (folds.length === 0) return []
    const about = BACKBONES[backbone] ?? { comparedBy: 'meaning', embedder: backbone }
    return [
      {
        name: `published ${backbone}`.slice(0, 80),
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

/** The weights of a file; undefined, and a row of the report, where it holds others than these fields’. */
function weightsIn({ path, value }: WeightsFile, report: Report): FieldWeights | undefined {
  const fault = faultOf(value)
  if (fault === undefined) {
    const [description, parameters, response, examples] = fieldsIn(value)
    const { w_req: required, w_opt: optional, tau } = value
    const threshold = typeof tau === 'number' ? Math.min(1, Math.max(0, tau)) : tau
    const read = FieldWeights.safeParse({
      ...{ description, parameters, response, examples, required, optional, threshold },
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
