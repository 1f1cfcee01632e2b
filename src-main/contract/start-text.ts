import type { SourceLook } from './source'

/** What an agreement allows, as a phrase: “starting /usr/bin/node server.js in /home/me”. */
export function startText(
  look: Pick<SourceLook, 'kind' | 'program' | 'args' | 'cwd' | 'url' | 'path'>,
): string {
  if (look.kind === 'http') return `asking ${look.url}`
  if (look.kind === 'files') return `reading ${look.path}`
  return `starting ${commandLine(look)} in ${look.cwd}`
}

/** A command as one would type it. */
export const commandLine = ({
  program = '',
  args = [],
}: Pick<SourceLook, 'program' | 'args'>): string => [program, ...args].map(quoted).join(' ')

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
