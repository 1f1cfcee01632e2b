import { list, mapOf, repeated } from './hostile-parts'
import type { TrialFile } from './trial'

/** OpenAPI documents and YAML that lead round in circles, or to more than there is. */
export const HOSTILE_DOCUMENTS: Record<string, (size: number) => TrialFile[]> = {
  'operations without end': (size) =>
    api({ paths: mapOf(size / 40, (at) => ({ get: { operationId: `o/${at}` } })) }),
  'operations of one long schema': (size) => {
    const values = list(size / 20, (at) => `v${at}`)
    const schemas = { long: { type: 'string', enum: values } }
    return api({ paths: mapOf(size / 200, () => asking('long')), components: { schemas } })
  },
  'schemas that double, of many operations': (size) => {
    const schemas = mapOf(50, (at) => ({ properties: { a: to(at + 1), b: to(at + 1) } }))
    return api({ paths: mapOf(size / 200, () => asking('p0')), components: { schemas } })
  },
  'schemas in a long circle': (size) => {
    const count = Math.floor(size / 100)
    const schemas = mapOf(count, (at) => ({ properties: { a: to((at + 1) % count) } }))
    return api({ paths: { '/a': asking('p0') }, components: { schemas } })
  },
  'parameters in a long circle': (size) => {
    const count = Math.floor(size / 60)
    const parameters = mapOf(count, (at) => ({
      $ref: `#/components/parameters/p${(at + 1) % count}`,
    }))
    const get = { parameters: list(100, (at) => ({ $ref: `#/components/parameters/p${at}` })) }
    return api({ paths: { '/a': { get } }, components: { parameters } })
  },
  'names and texts that patterns choke on': (size) => {
    const long = Math.floor(size / 8)
    const operation = {
      operationId: repeated('_-', long),
      summary: repeated('[a](', long),
      description: `${repeated('For more information ', long)}\n\n${repeated(' \n\t', long)}`,
      parameters: [{ in: 'query', name: repeated('[._-]', long), schema: {} }],
    }
    return api({ paths: { [`/${repeated('{a}_', long)}`]: { get: operation } } })
  },
  'references to files and addresses': (size) =>
    api({
      paths: mapOf(size / 150, (at) => ({
        get: {
          parameters: [
            { $ref: `https://localhost:1/${at}.json` },
            { $ref: `../../${at}.json` },
            { $ref: 'file:///etc/hostname' },
          ],
        },
      })),
    }),
  'aliases that double': (size) =>
    yaml(
      `a0: &a0 [x]\n${list(size / 40, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`).join('\n')}`,
    ),
  'aliases that make a tower': (size) =>
    yaml(
      `a0: &a0 [x]\n${list(size / 30, (at) => `a${at + 1}: &a${at + 1} [*a${at}]`).join('\n')}\n1: *a9`,
    ),
  'merges over and over': (size) =>
    yaml(
      `a: &a {${list(size / 20, (at) => `k${at}: 1`).join()}}\n${list(size / 40, (at) => `b${at}: {<<: *a}`).join('\n')}`,
    ),
  'deep YAML': (size) => yaml(`a: ${'['.repeat(size)}`),
  'YAML of one long line': (size) => yaml(`a: "${repeated('a: b, ', size)}`),
  'YAML of indents': (size) =>
    yaml(list(Math.sqrt(size), (at) => `${' '.repeat(at)}a:`).join('\n')),
}

const to = (at: number) => ({ $ref: `#/components/schemas/p${at}` })

/** A path whose body is of a schema. */
const asking = (name: string) => {
  const schema = { $ref: `#/components/schemas/${name}` }
  return { post: { requestBody: { content: { 'application/json': { schema } } } } }
}

const api = (parts: object): TrialFile[] => [
  ['api.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'Hostile' }, ...parts })],
]

const yaml = (text: string): TrialFile[] => [
  ['api.yaml', `openapi: 3.1.0\npaths: {/a: {get: {}}}\n${text}`],
]
