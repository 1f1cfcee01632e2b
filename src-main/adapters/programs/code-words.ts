import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Programs that run what they are told to, by the names that they are started by. */
const INTERPRETER =
  /^(node|nodejs|bun|deno|tsx|ts-node|electron|(i?python|pypy|ruby|perl|php|lua|luajit)[\d.]*|(ba|da|a|z|k|mk|fi|tc|c)?sh|busybox|rscript|java|dotnet|pwsh|powershell|osascript|julia|elixir|escript|guile|racket|[gm]?awk|tclsh|wish|groovy|scala|swift)$/i

/** Programs that start the one that follows among their arguments. */
const STARTER =
  /^(env|nohup|nice|ionice|time|timeout|setsid|stdbuf|sudo|doas|chronic|xvfb-run|caffeinate|command|exec)$/i

/** What files of code are called. */
const CODE =
  /\.([mc]?[jt]sx?|py[wzc]?|rb|p[lm]|php|phar|(ba|z|k|fi)?sh|lua|r|jar|war|class|dll|exe|so|dylib|node|wasm|ps1|bat|cmd|vbs|scpt|exs?|jl|awk|go|rs|groovy|tcl)$/i

const nameOf = (file: string): string => basename(file).replace(/\.(exe|cmd|bat|com)$/i, '')

export const isInterpreter = (file: string): boolean => INTERPRETER.test(nameOf(file))

export const isStarter = (file: string): boolean => STARTER.test(nameOf(file))

/**
 * The words after the flags, settings and times of a program that starts another: that one, and
 * what it is told.
 */
export function startedWords(args: readonly string[]): string[] {
  const at = args.findIndex((word) => !/^(-.*|\w+=.*|\+?[\d.]+[smhd]?)$/s.test(word))
  return at < 0 ? [] : args.slice(at)
}

/**
 * The interpreter that the first line of a script names, with what it is told; nothing for what is
 * no script.
 */
export function shebangWords(head: Uint8Array): string[] | undefined {
  if (head[0] !== 0x23 || head[1] !== 0x21) return undefined
  const [line = ''] = Buffer.from(head)
    .toString('latin1')
    .slice(2)
    .split(/[\r\n]/, 1)
  const words = line.trim().split(/[ \t]+/)
  return words[0] === '' ? undefined : words
}

/**
 * What an interpreter is told to run: the first words that may name it, the others being what that
 * is told.
 */
export function positionalWords(args: readonly string[]): string[] {
  const module = /^-m$/
  const found: string[] = []
  for (const [at, word] of args.entries()) {
    if (module.test(word)) return modulePaths(args[at + 1] ?? '')
    // Its code is among the arguments themselves.
    if (/^-[a-z]*[ce]$|^--(eval|print|command)$/i.test(word)) return []
    if (!word.startsWith('-')) found.push(word)
  }
  return found
}

const modulePaths = (module: string): string[] => {
  const path = module.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__main__.py`]
}

/**
 * Words of arguments that are called as files of code are, also where they stand in a flag, an
 * address or a line for a shell.
 */
export const codeWords = (args: readonly string[]): string[] =>
  args.flatMap((arg) => wordsIn(arg).filter((word) => CODE.test(word)))

const wordsIn = (arg: string): string[] => {
  const values = arg.includes('=') ? [arg, arg.slice(arg.indexOf('=') + 1)] : [arg]
  const parts = /[\s;&|]/.test(arg) ? arg.split(/[\s;&|'"()=]+/) : []
  return [...values, ...parts].map(pathOf)
}

function pathOf(word: string): string {
  try {
    return word.startsWith('file:') ? fileURLToPath(word) : word
  } catch {
    return word
  }
}
