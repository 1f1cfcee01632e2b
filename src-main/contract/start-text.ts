import { commandLine } from '../domain/value/command-line'
import type { SourceLook } from './source'

/** What an agreement allows, as a phrase: “starting /usr/bin/node server.js in /home/me”. */
export function startText(
  look: Pick<SourceLook, 'kind' | 'program' | 'args' | 'cwd' | 'url' | 'path'>,
): string {
  if (look.kind === 'http') return `asking ${look.url}`
  if (look.kind === 'files') return `reading ${look.path}`
  return `starting ${commandLine(look)} in ${look.cwd}`
}
