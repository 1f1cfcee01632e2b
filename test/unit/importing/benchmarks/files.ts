import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CatalogImport } from '../../../../src-main/domain/catalog-import'
import type { GoldenQuery } from '../../../../src-main/domain/golden-set'
import type { JsonValue, Tool } from '../../../../src-main/domain/tool'
import { sourceFile } from '../../../../src-main/importing/reading/source-file'
import type { SourceFile } from '../../../../src-main/importing/reading/source-file'

export const textFile = (path: string, text: string): SourceFile =>
  sourceFile(path, new TextEncoder().encode(text))

export const jsonFile = (path: string, value: JsonValue): SourceFile =>
  textFile(path, JSON.stringify(value, null, 2))

export const linesFile = (path: string, values: JsonValue[]): SourceFile =>
  textFile(path, values.map((value) => JSON.stringify(value)).join('\n') + '\n')

/** The published benchmarks, which are not part of this project. */
const DATASETS = resolve(import.meta.dirname, '../../../../../shared/datasets')

export const hasDatasets = existsSync(DATASETS)

export const readDataset = (name: string): SourceFile[] =>
  readdirSync(join(DATASETS, name)).map((file) =>
    sourceFile(file, readFileSync(join(DATASETS, name, file))),
  )

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
