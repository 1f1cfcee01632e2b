/** What every provider takes for the name of a tool. */
const TOOL_NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/
/** And for that of a parameter. */
const PARAMETER_NAME = /^[a-zA-Z0-9_.-]{1,64}$/

/** Characters of a name. */
export const LONGEST_NAME = 64

/**
 * The operation's id, or else its method and path, as a name that every provider takes:
 * `issues/create` → `issues_create`.
 */
export function toolName(id: string | undefined, method: string, path: string): string {
  const [wanted = 'operation'] = [id ?? '', `${method}_${path}`]
    .map((text) => withoutForeign(text, TOOL_NAME, /[^a-zA-Z0-9_-]+/g))
    .filter((name) => name !== '')
  return /^[a-zA-Z_]/.test(wanted) ? wanted : `_${wanted}`.slice(0, LONGEST_NAME)
}

/** `filter[state]` → `filter_state`. */
export const parameterName = (name: string): string =>
  withoutForeign(name, PARAMETER_NAME, /[^a-zA-Z0-9_.-]+/g) || 'field'

/** Characters of a text that are looked at. */
const LONGEST_TEXT = 1_000

/**
 * What is allowed stays as it is; of anything else, what is foreign becomes an underscore between
 * words.
 */
function withoutForeign(text: string, allowed: RegExp, foreign: RegExp): string {
  if (allowed.test(text)) return text
  const plain = text.slice(0, LONGEST_TEXT).replace(foreign, '_').replace(/_{2,}/g, '_')
  return shortened(plain.replace(/^[_-]+/, '').replace(/(?<![_-])[_-]+$/, ''))
}

/** Characters that the first and the last words of a long name may take. */
const HEAD = 36
const TAIL = LONGEST_NAME - HEAD - 1

/**
 * A long name keeps its first and its last whole words: names of one document differ at their ends.
 */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const head = name
    .slice(0, HEAD + 1)
    .replace(/(?<=.)[_.-][^_.-]*$/, '')
    .slice(0, HEAD)
  const tail = name
    .slice(-TAIL - 1)
    .replace(/^[^_.-]*[_.-]+(?=.)/, '')
    .slice(-TAIL)
  return `${head}_${tail}`
}
