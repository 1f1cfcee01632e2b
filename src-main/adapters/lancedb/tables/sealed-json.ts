import { hash } from 'node:crypto'

const SEAL = /^\{\s*"sum": ?"([0-9a-f]{64})",/

const sumOf = (text: string): string => hash('sha256', text, 'hex')

/** The text of a JSON object with the SHA-256 of that text as its first field, `sum`. */
export function sealed(text: string): string {
  const rest = text.slice(1)
  const field = `"sum":${rest.startsWith('\n') ? ' ' : ''}"${sumOf(text)}",`
  return rest.startsWith('\n') ? `{\n  ${field}${rest}` : `{${field}${rest}`
}

/** Whether a text is as it was sealed; `unsealed` where an older program wrote it. */
export function sealOf(text: string): 'whole' | 'broken' | 'unsealed' {
  const [field, sum] = SEAL.exec(text) ?? []
  if (field === undefined) return 'unsealed'
  return sumOf(`{${text.slice(field.length)}`) === sum ? 'whole' : 'broken'
}
