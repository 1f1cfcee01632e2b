import type { TrialFile } from './trial'

/**
 * Numbers that look random and are the same for a seed (Mulberry32, Tommy Ettinger, public domain).
 */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type Random = ReturnType<typeof randomFrom>

/** The files with one of them spoiled, in a way and at a place that the seed decides. */
export function spoil(
  files: readonly TrialFile[],
  seed: number,
): { way: string; files: TrialFile[] } {
  const random = randomFrom(seed)
  const ways = Object.keys(WAYS)
  const way = ways[random(ways.length)] ?? 'left out'
  const chosen = random(files.length)
  const spoiled = files.map((file, at): TrialFile =>
    at === chosen ? (WAYS[way]?.(file, random) ?? file) : file,
  )
  return { way, files: spoiled }
}

type Way = (file: TrialFile, random: Random) => TrialFile

const ofText =
  (change: (text: string, random: Random) => string): Way =>
  ([path, content], random) => [
    path,
    typeof content === 'string' ? change(content, random) : content,
  ]

const ofBytes =
  (change: (bytes: Uint8Array, random: Random) => void): Way =>
  ([path, content], random) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice()
    change(bytes, random)
    return [path, bytes]
  }

/**
 * Changes a value somewhere in the file's JSON, or in that of one of its lines; other files stay.
 */
const ofValue = (change: (value: unknown, random: Random) => unknown): Way =>
  ofText((text, random) => {
    const whole = parsed(text)
    if (whole !== undefined) return JSON.stringify(somewhere(whole, change, random))
    return text
      .split('\n')
      .map((line) => {
        const value = parsed(line)
        return value === undefined ? line : JSON.stringify(somewhere(value, change, random))
      })
      .join('\n')
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function somewhere(
  value: unknown,
  change: (value: unknown, random: Random) => unknown,
  random: Random,
): unknown {
  const isHere = typeof value !== 'object' || value === null || random(4) === 0
  if (isHere) return change(value, random)
  const keys = Object.keys(value)
  const key = keys[random(keys.length)]
  if (key === undefined) return change(value, random)
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<
    string,
    unknown
  >
  copy[key] = somewhere(copy[key], change, random)
  return copy
}

const nested = (levels: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { properties: value }
  return value
}

const STRANGE_VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '__proto__',
  [],
  {},
  [[]],
  [null],
  { $ref: '#' },
  { type: 'object' },
  '=1+1',
  '{"a":',
  '<|endoftext|>',
  '"',
  'a,b;c|d\t',
]
const STRANGE_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  ' ',
  '\0',
  '\u202e',
  'a.b/c',
  'tools',
  'name',
  '$ref',
  '0',
]

const WAYS: Record<string, Way> = {
  'a byte flipped': ofBytes((bytes, random) => {
    if (bytes.length > 0) bytes[random(bytes.length)] = random(256)
  }),
  'many bytes flipped': ofBytes((bytes, random) => {
    for (let count = 0; count < bytes.length / 20; count++)
      bytes[random(bytes.length)] = random(256)
  }),
  'cut off': ofText((text, random) => text.slice(0, random(text.length))),
  'a piece lost': ofText((text, random) => {
    const start = random(text.length)
    return text.slice(0, start) + text.slice(start + random(40))
  }),
  'a piece twice': ofText((text, random) => {
    const start = random(text.length)
    return (
      text.slice(0, start) +
      text.slice(start, start + random(200)).repeat(2 + random(3)) +
      text.slice(start)
    )
  }),
  'everything twice': ofText((text) => text + text),
  'another value': ofValue((_, random) => STRANGE_VALUES[random(STRANGE_VALUES.length)]),
  'a value in a list': ofValue((value) => [value, value]),
  'a value as text': ofValue((value) => JSON.stringify(value)),
  'another key': ofValue((value, random) =>
    typeof value === 'object' && value !== null
      ? JSON.parse(
          `{${JSON.stringify(STRANGE_KEYS[random(STRANGE_KEYS.length)])}:${JSON.stringify(value)}}`,
        )
      : { [STRANGE_KEYS[random(STRANGE_KEYS.length)] ?? '']: value },
  ),
  'keys lost': ofValue((value, random) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(() => random(2) === 0))
      : value,
  ),
  'deep nesting': ofValue((_, random) => nested(2 ** random(12))),
  'a huge text': ofValue((_, random) =>
    ['=', 'a', 'ß', '中', '👩‍👧', ' ', 'aB', '\u0301'][random(8)]?.repeat(20_000),
  ),
  'a long list': ofValue((value, random) => Array.from({ length: random(2_000) }, () => value)),
  'a great number': ofText((text) => text.replace(/\d+/, '1e999')),
  'another end of line': ofText((text, random) =>
    text.replaceAll('\n', ['\r\n', '\r', '\n\n', '\u2028'][random(4)] ?? ''),
  ),
  'a byte order mark': ofText((text) => `\ufeff${text}`),
  'UTF-16': ([path, content]) => [
    path,
    typeof content === 'string' ? Buffer.from(`\ufeff${content}`, 'utf16le') : content,
  ],
  'quotes changed': ofText((text, random) =>
    text.replaceAll('"', ["'", '""', '”', ''][random(4)] ?? ''),
  ),
  'another name': ([path, content], random) => [
    ['tools.txt', 'x.json', 'golden.json', 'a.csv', 'layers.json', 'b.jsonl'][random(6)] ?? path,
    content,
  ],
  empty: ofText(() => ''),
}
