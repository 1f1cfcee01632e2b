import { z } from 'zod'

/** Where Ollama listens unless it is told otherwise. */
export const DEFAULT_OLLAMA_URL = 'http://127.0.0.1:11434'

/** Where Ollama is asked, and who said so. */
export const OllamaAddress = z.object({
  /** As a URL; where it was not understood, as it was written. */
  address: z.string(),
  from: z.enum(['command line', 'settings', 'OLLAMA_HOST', 'default']),
})
export type OllamaAddress = z.infer<typeof OllamaAddress>

/** What to do about an address that is not understood. */
export const ADDRESS_ADVICE =
  'Write it like localhost:11434, 192.168.1.5 or https://models.example:8443.'

const PORT = '11434'
const FORM =
  /^(?:(?<scheme>https?):\/\/)?(?<host>\[[\da-f:.]+\]|[\p{L}\p{N}._-]*)(?::(?<port>\d{1,5}))?(?<path>\/[^\s?#@\\]*)?$/iu
const BARE_IPV6 = /^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i
/** "On every interface", and what this machine itself is then asked at. */
const OWN_HOSTS: Record<string, string> = {
  '': '127.0.0.1',
  '0.0.0.0': '127.0.0.1',
  '[::]': '[::1]',
}

/**
 * An address as people write it, and as OLLAMA_HOST may hold it, as a URL without a slash at its
 * end: a host, with or without scheme and port. Without a scheme the port is Ollama's own, else the
 * scheme's. Undefined where it is none: another scheme, a user name, a query.
 */
export function ollamaUrlOf(text: string): string | undefined {
  const said = text.trim().replace(/^(["'])(.*)\1$/, '$2')
  const { groups } = FORM.exec(BARE_IPV6.test(said) ? `[${said}]` : said) ?? {}
  if (!groups) return undefined
  const { scheme, host = '', port, path = '' } = groups
  const place = placeOf(host.toLowerCase(), port ?? (scheme ? undefined : PORT))
  // A port alone is a place; a scheme alone is none.
  if (place === undefined || (host === '' && port === undefined)) return undefined
  return `${scheme?.toLowerCase() ?? 'http'}://${place}${path.replace(/\/+$/, '')}`
}

function placeOf(host: string, port: string | undefined): string | undefined {
  if (Number(port ?? 0) > 65_535) return undefined
  const own = OWN_HOSTS[host] ?? host
  return port === undefined ? own : `${own}:${port}`
}

/** An address as a setting: kept as a URL, an empty one as none. */
export const OllamaUrl = z.string().transform((text, context) => {
  if (text.trim() === '') return undefined
  const url = ollamaUrlOf(text)
  if (url !== undefined) return url
  context.addIssue(`“${text.slice(0, 100)}” is not an address of Ollama. ${ADDRESS_ADVICE}`)
  return z.NEVER
})
