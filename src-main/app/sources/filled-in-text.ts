import { basename, sep } from 'node:path'

/** Where what stands for something else is looked up. */
export interface LookUp {
  /** A variable of the environment, or what was given in its place. */
  variable(name: string): string | undefined
  /** What a client would ask for or find out by itself: `input:ID`, `command:NAME`. */
  input(name: string): string | undefined
  home: string
  /** The folder that the configuration is for. */
  project: string
}

/** What stands in `${…}`: its name, and what is filled in where nothing has that name. */
interface Placeholder {
  name: string
  otherwise?: Part[]
}
type Part = string | Placeholder

/** Defaults may hold placeholders, which may have defaults: nobody writes more levels of it. */
const DEEPEST = 20
const NAME = /^[A-Za-z_]\w*$/

/**
 * A text with every `${…}` filled in that clients know, those in a default included where that is
 * used. What is not known stays as it is written, and is told; what was filled in is not read
 * again.
 */
export function filledIn(text: string, lookUp: LookUp, onMissing: (name: string) => void): string {
  const fill = (parts: readonly Part[]): string => parts.map(filled).join('')
  const filled = (part: Part): string => {
    if (typeof part === 'string') return part
    const found = valueOf(part.name, lookUp)
    if (found !== undefined) return found
    if (part.otherwise) return fill(part.otherwise)
    onMissing(part.name.replace(/^env:/, ''))
    return `\${${part.name}}`
  }
  return fill(partsOf(text))
}

/** Read once from left to right, whatever is left open. */
function partsOf(text: string): Part[] {
  const open: Part[][] = [[]]
  const add = (part: Part): void => void open.at(-1)?.push(part)
  for (const [piece] of text.matchAll(/\$\{|\}|[^$}]+|\$/g)) {
    if (piece === '${' && open.length <= DEEPEST) open.push([])
    else if (piece === '}' && open.length > 1) {
      const inside = open.pop() ?? []
      for (const part of placeholder(inside)) add(part)
    } else add(piece)
  }
  return open.flatMap((parts, depth) => (depth === 0 ? parts : ['${', ...parts]))
}

/** A name, and a default after `:-`; what is neither stays as it is, but for what it holds. */
function placeholder(inside: readonly Part[]): Part[] {
  const at = inside.findIndex((part) => typeof part !== 'string')
  const texts = at < 0 ? inside : inside.slice(0, at)
  const head = texts.filter((part) => typeof part === 'string').join('')
  const rest = at < 0 ? [] : inside.slice(at)
  const [, name = '', otherwise] = /^((?:env:|input:)?[^:]*)(?::-(.*))?$/s.exec(head) ?? []
  if (otherwise !== undefined) return [{ name, otherwise: [otherwise, ...rest] }]
  return rest.length === 0 ? [{ name: head }] : ['${', ...inside, '}']
}

function valueOf(name: string, { variable, input, home, project }: LookUp): string | undefined {
  if (name.startsWith('env:')) return variable(name.slice(4))
  if (name.startsWith('workspaceFolder:')) return project
  switch (name) {
    case 'userHome':
      return home
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return project
    case 'workspaceFolderBasename':
      return basename(project)
    case '/':
    case 'pathSeparator':
      return sep
    default:
      return NAME.test(name) ? variable(name) : input(name)
  }
}
