import type { ProposedPart, ProposedText } from '../../../../src-main/domain/proposal/text'
import { split } from '../../../tool/layer-draft'

/** A part as a field holds it: lists an entry a line, parameters `name: text` a line. */
export function draftOfPart(part: ProposedPart, value: ProposedText): string {
  const texts = value[part]
  if (texts === undefined) return ''
  if (typeof texts === 'string') return texts
  if (Array.isArray(texts)) return texts.join('\n')
  return Object.entries(texts)
    .map(([name, text]) => `${name}: ${text.replaceAll('\n', ' ')}`)
    .join('\n')
}

/** What a field says of a part. A line without a parameter's name is left out. */
export function partOfDraft(part: ProposedPart, draft: string): ProposedText {
  if (part === 'description' || part === 'whenToUse' || part === 'limits') {
    return { [part]: draft.trim() }
  }
  const lines = split(draft, /\n/)
  if (part !== 'parameters') return { [part]: lines }
  const named = lines.flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : []
  })
  return { parameters: Object.fromEntries(named.filter(([, text]) => text !== '')) }
}

export const draftHint = (part: ProposedPart): string =>
  part === 'parameters'
    ? 'One a line, its name first: city: Where to look.'
    : part === 'questions' || part === 'topics' || part === 'tags'
      ? 'One a line.'
      : 'Matched and compared, never sent to an agent.'
