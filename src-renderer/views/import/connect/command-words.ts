/**
 * A piece of a word, or what stands between two. A backslash stands for itself but before what it
 * can take the meaning of.
 */
const PIECE =
  /\\(?<escaped>[\s"'\\])|'(?<single>[^']*)'|"(?<double>(?:\\["\\]|\\(?!["\\])|[^"\\])*)"|(?<gap>\s+)|(?<bare>[^"'])/gs

/**
 * A command line as its words, as a shell splits it, and nothing filled in: `$HOME`, `~` and `*`
 * stay as they are, and so do paths of Windows. Undefined where a quotation mark is not closed.
 */
export function commandWords(line: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const found of line.matchAll(PIECE)) {
    if (found.index !== end) return undefined
    end += found[0].length
    const { gap, escaped, single, double, bare } = found.groups ?? {}
    if (gap === undefined) {
      const text = escaped ?? single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? bare ?? ''
      word = (word ?? '') + text
    } else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  if (end !== line.length) return undefined
  return word === undefined ? words : [...words, word]
}

/** Programs that fetch and start the one that is named after them. */
const FETCHERS = /^(npx|bunx|uvx|pnpm|yarn|uv|pipx|docker|podman|node|deno|bun|python3?|py)$/
const SUBCOMMANDS = /^(dlx|exec|run|tool|x)$/

/**
 * What the server of a command line may be called: the package or file that it names, else the
 * program.
 */
export function nameOfCommand([program = '', ...args]: readonly string[]): string {
  const own = lastOf(program).replace(/\.(exe|cmd|bat)$/i, '')
  const named = args.find((arg) => !arg.startsWith('-') && !SUBCOMMANDS.test(arg))
  return FETCHERS.test(own) && named !== undefined ? shortName(named) : shortName(own)
}

/** The name of an address: its host. */
export const nameOfAddress = (address: string): string =>
  URL.parse(address.trim())?.hostname.replace(/^(www|mcp)\.(?=.+\.)/, '') ?? ''

/** The name of a file or folder, without its ending. */
export const nameOfPath = (path: string): string => shortName(path.trim().replace(/[\\/]+$/, ''))

const lastOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

/** Without scope, version and ending of a file. */
const shortName = (text: string): string =>
  lastOf(text)
    .replace(/(?<=.)(@|==|:).*$/, '')
    .replace(/\.(m?[jt]s|cjs|py|jar|json|ya?ml|csv)$/i, '')
