import type { TrialFile } from './trial'

/** A lone file of tools. */
export const json = (text: string): TrialFile[] => [['tools.json', text]]

export const repeated = (part: string, size: number): string =>
  part.repeat(Math.ceil(size / part.length)).slice(0, size)

export const list = <Item>(length: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: Math.floor(length) }, (_, at) => item(at))

/** Different words of about `size` characters in all. */
export function counted(size: number, word: (at: number) => string): string {
  const each = word(Math.floor(size / 10)).length
  return list(size / each, word).join('')
}

export const mapOf = <Value>(length: number, value: (at: number) => Value): Record<string, Value> =>
  Object.fromEntries(list(length, (at) => [`p${at}`, value(at)]))

/** A list of one tool. */
export const tool = (name: string, schema: object): string =>
  JSON.stringify([{ name, description: 'x', inputSchema: { type: 'object', ...schema } }])

/** A tool as text, for parts that no JSON writer would give. */
export const toolText = (name: string, description: string, schema: string): string =>
  `{"name":${JSON.stringify(name)},"description":${description},"inputSchema":${schema}}`
