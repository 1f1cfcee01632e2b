import { hidesSomething, writtenOut } from './shown-text'

/**
 * A command as one would type it, on one line: what would not show in a word is written out, as
 * shells read it: `$'two\nlines'`.
 */
export const commandLine = ({
  program = '',
  args = [],
}: {
  program?: string | undefined
  args?: readonly string[] | undefined
}): string => [program, ...args].map(shellWord).join(' ')

/** A word as one would type it. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word
  if (!hidesSomething(word)) return `'${word.replaceAll("'", `'\\''`)}'`
  return `$'${writtenOut(word.replace(/['\\]/g, (character) => `\\${character}`))}'`
}
