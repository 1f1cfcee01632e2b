import type { FindingKind } from './export'

/** The kinds of finding in a word. */
export const FINDING_WORDS: Record<FindingKind, string> = {
  refused: 'Refused',
  lost: 'Lost',
  hint: 'Advice',
}

interface Verdict {
  provider?: string
  total: number
  refused: number
  lost: number
  tools: number
}

/** What a provider makes of an export, in a sentence. */
export function exportVerdict({ provider = 'It', total, refused, lost, tools }: Verdict): string {
  if (total === 0) return `${provider} has nothing to refuse.`
  if (refused > 0) {
    const what = tools === 0 ? 'this as it is' : `${tools} of these tools as they are`
    return `${provider} would refuse ${what}.`
  }
  if (lost > 0) return `${provider} takes this, but parts of it do not reach the model.`
  return `${provider} takes this; it could do better with it.`
}
