import { commandLine, shellWord } from '../domain/value/command-line'
import { shownText } from '../domain/value/shown-text'
import type { SourceLook } from './source'

/**
 * What an agreement allows, as a phrase on one line: “starting /usr/bin/node server.js in
 * /home/me”.
 */
export function startText(
  look: Pick<SourceLook, 'kind' | 'what' | 'program' | 'args' | 'cwd' | 'url' | 'path'>,
): string {
  if (look.kind === 'address') {
    return `reading the ${shownText(look.what ?? '')} at ${shownText(look.url ?? '')}`
  }
  if (look.kind === 'http') return `asking ${shownText(look.url ?? '')}`
  if (look.kind === 'files') return `reading ${shellWord(look.path ?? '')}`
  return `starting ${commandLine(look)} in ${shellWord(look.cwd ?? '')}`
}

/** Whether it is an address that is asked, with what is sent along. */
export const isAsked = ({ kind }: Pick<SourceLook, 'kind'>): boolean =>
  kind === 'http' || kind === 'address'

/** What is agreed to beside the address itself. */
export const LEADS_ON = 'Where it leads on, others of its own host are asked too.'
