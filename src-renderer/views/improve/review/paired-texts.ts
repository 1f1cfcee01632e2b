import type { ProposedPart, ProposedText } from '../../../../src-main/domain/proposal/text'
import { plainText } from '../../../../src-main/domain/value/plain-text'
import { sameText } from '../../../../src-main/domain/value/same-text'

/** An entry of a list, or a parameter's text, before and after; empty where it is not there. */
export interface PairedText {
  /** The parameter. */
  name?: string
  before: string
  after: string
  change: 'same' | 'changed' | 'added' | 'removed'
}

const changeOf = (before: string, after: string): PairedText['change'] => {
  if (sameText(before) === sameText(after)) return 'same'
  if (before === '') return 'added'
  return after === '' ? 'removed' : 'changed'
}

const paired = (before: string, after: string, name?: string): PairedText => ({
  ...(name !== undefined && { name: plainText(name) }),
  before: plainText(before),
  after: plainText(after),
  change: changeOf(before, after),
})

/**
 * What of a list stays, goes and comes, in this order; parameters by name, those that change first.
 */
export function pairedTexts(
  part: ProposedPart,
  now: ProposedText,
  then: ProposedText,
): PairedText[] {
  if (part === 'parameters') {
    const is = new Map(entriesOf(now))
    const becomes = new Map(entriesOf(then))
    const names = [...new Set([...becomes.keys(), ...is.keys()])]
    return names
      .map((name) => paired(is.get(name) ?? '', becomes.get(name) ?? '', name))
      .toSorted((a, b) => Number(a.change === 'same') - Number(b.change === 'same'))
  }
  const is = listOf(part, now)
  const becomes = listOf(part, then)
  const stay = new Set(becomes.map(sameText))
  const come = new Set(is.map(sameText))
  return [
    ...is.map((text) => paired(text, stay.has(sameText(text)) ? text : '')),
    ...becomes.filter((text) => !come.has(sameText(text))).map((text) => paired('', text)),
  ]
}

const entriesOf = ({ parameters = {} }: ProposedText): [string, string][] =>
  Object.entries(parameters)

function listOf(part: ProposedPart, value: ProposedText): string[] {
  const list = value[part]
  return Array.isArray(list) ? list : []
}
