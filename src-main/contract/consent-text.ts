import { shownText } from '../domain/value/shown-text'
import type { NeededValue, SentVariable, SourceLook } from './source'
import { isInput } from './input-names'
import { isAsked, LEADS_ON, startText } from './start-text'

/** What a program is given or an address is sent, as it is written: “X-Trace-Id: ${TRACE}”. */
export function neededValueText({ name, written, from, risk }: NeededValue): string {
  const said = written === undefined ? ` from ${shownText(from ?? '')}` : `: ${shownText(written)}`
  return `${shownText(name)}${said}${risk === undefined ? '' : ` (${risk})`}`
}

/**
 * What of the person’s own goes out, and to whom: “HOME of your environment is sent to
 * https://a.example”.
 */
export function sentText(
  { name, isKnown, gives }: SentVariable,
  { kind, host = '' }: Pick<SourceLook, 'kind' | 'host'>,
): string {
  if (gives) {
    const names = gives.length > 0 ? gives.map(shownText).join(', ') : 'none now'
    return `The variables of ${shownText(name)} are given to the program: ${names}`
  }
  const goes = isAsked({ kind }) ? `sent to ${shownText(host)}` : 'given to the program'
  const isAskedFor = !isKnown || isInput(name)
  return `${shownText(name)}${isAskedFor ? ', which is asked for,' : ' of your environment'} is ${goes}`
}

/**
 * All that a person agrees to, a line each: what goes out and what is marked first, in case there
 * is no room for all.
 */
export function consentLines(look: SourceLook): string[] {
  const given = isAsked(look) ? 'Sent along' : 'Given'
  const needs = look.needs.toSorted((a, b) => Number(!a.risk) - Number(!b.risk))
  return [
    ...(look.asksAgain === undefined ? [] : [look.asksAgain]),
    `This means ${startText(look)}.`,
    ...(look.kind === 'address' ? [LEADS_ON] : []),
    ...look.variables.map((variable) => `${sentText(variable, look)}.`),
    ...needs.map((need) => `${given} ${neededValueText(need)}`),
  ]
}

/** How a value is asked for: “input:mode (How it runs; one of: fast, safe)”. */
export function askedText(name: string, { asked = [] }: Pick<SourceLook, 'asked'>): string {
  const { description, choices } = asked.find((each) => each.name === name) ?? {}
  const said = [
    ...(description === undefined ? [] : [shownText(description)]),
    ...(choices ? [`one of: ${choices.map(shownText).join(', ')}`] : []),
  ]
  return said.length > 0 ? `${shownText(name)} (${said.join('; ')})` : shownText(name)
}
