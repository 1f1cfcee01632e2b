import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CatalogImport } from '../../../../src-main/domain/catalog/import'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import type { JsonValue, Tool } from '../../../../src-main/domain/tool/tool'
import type { ImportFormat } from '../../../../src-main/importing/import-format'
import { sourceFile, type SourceFile } from '../../../../src-main/importing/reading/source-file'
import { textFile } from '../../../fixtures/importing/files'

export { textFile }

export const jsonFile = (path: string, value: JsonValue): SourceFile =>
  textFile(path, JSON.stringify(value, null, 2))

export const linesFile = (path: string, values: JsonValue[]): SourceFile =>
  textFile(path, values.map((value) => JSON.stringify(value)).join('\n') + '\n')

const ROOT = resolve(import.meta.dirname, '../../../..')
const named = process.env['PEGBOARD_DATASETS']

/**
 * The published data sets, which are not part of this project: where PEGBOARD_DATASETS points, or
 * else beside it.
 */
const DATASETS = resolve(named ?? join(ROOT, '../shared/datasets'))
if (named !== undefined && !existsSync(DATASETS)) {
  throw new Error(`PEGBOARD_DATASETS points to ${DATASETS}, where nothing is.`)
}

export const hasDataset = (name: string): boolean => existsSync(join(DATASETS, name))

export const readDataset = (name: string): SourceFile[] =>
  readdirSync(join(DATASETS, name)).map((file) =>
    sourceFile(file, readFileSync(join(DATASETS, name, file))),
  )

/** The JSON of the file at `path`, parsed by other means than the import's. */
export function jsonAt(files: SourceFile[], path: string): unknown {
  const file = files.find((candidate) => candidate.path === path)
  return JSON.parse(file?.text() ?? 'null')
}

export const confidence = (format: ImportFormat, files: SourceFile[]): number =>
  format.recognise(files).confidence

export const read = (format: ImportFormat, files: SourceFile[]): CatalogImport =>
  format.recognise(files).read({})

export function toolNamed(imported: CatalogImport, name: string): Tool {
  const tool = imported.tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`No tool ${name} among ${imported.tools.map(({ id }) => id).join()}`)
  return tool
}

export function setNamed(imported: CatalogImport, name: string): GoldenQuery[] {
  const set = imported.goldenSets.find((candidate) => candidate.name === name)
  if (!set) throw new Error(`No golden set ${name} among ${namesOfSets(imported).join()}`)
  return set.queries
}

export const namesOfSets = (imported: CatalogImport): string[] =>
  imported.goldenSets.map(({ name }) => name)

/** Golden set → number of queries. */
export const sizesOfSets = (imported: CatalogImport): Record<string, number> =>
  Object.fromEntries(imported.goldenSets.map(({ name, queries }) => [name, queries.length]))
