/** Runs of base64 or of hexadecimal digits that may hold a sentence. */
const RUN = /[A-Za-z0-9+/_-]{24,4000}={0,2}/g
const HEX = /^(?:[0-9a-fA-F]{2})+$/
/** Letters by their numbers in HTML, in addresses and in programs. */
const NUMBERS = /(?:&#(?:x[0-9a-fA-F]{1,6}|\d{1,7});){6,}/g
const ESCAPES = /(?:%[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}){6,}/g

/** Runs of one text that are looked at. */
const MOST_RUNS = 50

/**
 * What a text says in letters that are encoded: runs of its own where they are words, and the whole
 * text where single letters are.
 */
export function decodedIn(text: string): string[] {
  const runs = matches(text, RUN).map((run) => (HEX.test(run) ? fromHex(run) : fromBase64(run)))
  const whole = text.replace(NUMBERS, fromNumbers).replace(ESCAPES, fromEscapes)
  return [...runs.filter(isWords), ...(whole === text ? [] : [whole])]
}

const matches = (text: string, pattern: RegExp): string[] =>
  (text.match(pattern) ?? []).slice(0, MOST_RUNS)

/** Nearly all of it is letters and spaces: what is not text decodes to anything. */
function isWords(text: string): boolean {
  if (text.length < 12 || !/\s/.test(text)) return false
  const letters = text.match(/[\p{L}\p{N}\s.,:;!?'"()/@_-]/gu)?.length ?? 0
  return letters >= 0.95 * [...text].length
}

const textOf = (bytes: readonly number[]): string =>
  new TextDecoder('utf-8', { fatal: false }).decode(new Uint8Array(bytes))

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Of both alphabets: `-` and `_` stand for `+` and `/`. */
function fromBase64(run: string): string {
  const digits = [...run.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')]
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const digit of digits) {
    held = ((held << 6) | ALPHABET.indexOf(digit)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  return textOf(bytes)
}

const fromHex = (run: string): string =>
  textOf((run.match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16)))

const fromNumbers = (run: string): string =>
  [...run.matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)]
    .map(([, hex, decimal]) => fromCode(hex ? Number.parseInt(hex, 16) : Number(decimal)))
    .join('')

const fromEscapes = (run: string): string =>
  run.startsWith('\\u')
    ? [...run.matchAll(/\\u([0-9a-f]{4})/gi)]
        .map(([, hex = '']) => fromCode(Number.parseInt(hex, 16)))
        .join('')
    : fromHex(run.replace(/[%\\x]/g, ''))

const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')
