import { splitIdentifier } from '../../pipeline/knowledge-base/analyse'

/** Words of a name from which on it is told by them even where they are written apart. */
const TELLING_WORDS = 3

/**
 * The tools whose names stand in a text: as they are written (`send_mail`, `SendMail`), or word by word where that cannot be
 * chance. A name of one common word, such as `search`, gives nothing away.
 */
export function namedIn(text: string, names: readonly string[]): string[] {
  const lower = text.toLowerCase()
  const spoken = ` ${words(text)} `
  return names.filter((name) => {
    const parts = words(name).split(' ')
    const isWritten = parts.length > 1 || /[^a-z]/i.test(name)
    if (isWritten && !name.includes(' ') && lower.includes(name.toLowerCase())) return true
    return parts.length >= TELLING_WORDS && spoken.includes(` ${parts.join(' ')} `)
  })
}

const words = (text: string): string =>
  splitIdentifier(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
