import { commandLine, shellWord } from '../domain/value/command-line'
import { shownText } from '../domain/value/shown-text'
import type { SourceLook } from './source'

/**
 * What an agreement allows, as a phrase on one line: “starting /usr/bin/node server.js in
 * /home/me”.
 */
export function startText(
  look: Pick<SourceLook, 'kind' | 'program' | 'args' | 'cwd' | 'url' | 'path'>,
): string {
  if (look.kind === 'http') return `asking ${shownText(look.url ?? '')}`
  if (look.kind === 'files') return `reading ${shellWord(look.path ?? '')}`
  return `starting ${commandLine(look)} in ${shellWord(look.cwd ?? '')}`
}
