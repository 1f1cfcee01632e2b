import { parseExact } from '../../src-main/domain/value/exact-json'
import { isJsonObject } from '../../src-main/domain/value/json'
import type { JsonValue } from '../../src-main/domain/tool/tool'

/** What is written in a form and not saved, with what it was made of. */
export interface StoredDraft<Draft, Base> {
  draft: Draft
  base: Base
  /** Whether it was written before the page was loaded again. */
  isBack?: boolean
}
type Entry = [key: string, kept: StoredDraft<unknown, unknown>]

/**
 * In session storage: it belongs to the tab, and outlives a reload and the end of the page's
 * process.
 */
const STORED_AT = 'pegboard.drafts'
/** As JSON, together. */
const MOST_CHARACTERS = 1_000_000
const MOST_DRAFTS = 100

/**
 * Stores drafts, given with the latest last: as many of the latest as may be stored. One that is
 * too long by itself is left out.
 */
export function storeDrafts(drafts: ReadonlyMap<string, StoredDraft<unknown, unknown>>): void {
  const texts: string[] = []
  let characters = 0
  for (const [key, { draft, base }] of [...drafts].reverse()) {
    const text = JSON.stringify([key, { draft, base }])
    if (text.length > MOST_CHARACTERS) continue
    characters += text.length
    if (characters > MOST_CHARACTERS || texts.length === MOST_DRAFTS) break
    texts.unshift(text)
  }
  try {
    if (texts.length) sessionStorage.setItem(STORED_AT, `[${texts.join(',')}]`)
    else sessionStorage.removeItem(STORED_AT)
  } catch {
    // The browser stores nothing: they are kept while the page is.
  }
}

/** The drafts that were stored before the page was loaded; what is no draft is left out. */
export function storedDrafts(): Entry[] {
  try {
    const stored = bare(parseExact(sessionStorage.getItem(STORED_AT) ?? '[]'))
    const entries = Array.isArray(stored) ? stored.filter(isEntry) : []
    return entries.map(([key, kept]) => [key, { ...kept, isBack: true }])
  } catch {
    return []
  }
}

/** Of no prototype: a parameter may be called as what every object inherits. */
function bare(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (!isJsonObject(value)) return value
  const fields = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) fields[key] = bare(inner)
  return fields
}

const isEntry = (value: unknown): value is Entry => {
  if (!Array.isArray(value)) return false
  const [key, kept] = value as [unknown, JsonValue]
  return typeof key === 'string' && isJsonObject(kept) && 'draft' in kept && 'base' in kept
}

/**
 * Whether a draft has the fields that one made anew would have: another version of the app may have
 * stored it.
 */
export function hasForm<Draft, Base>(
  { draft, base }: StoredDraft<Draft, Base>,
  draftOf: (base: Base) => Draft,
): boolean {
  try {
    const other: unknown = draftOf(base)
    const fields = kindOf(other) === 'object' ? Object.entries(other as object) : []
    return (
      kindOf(draft) === kindOf(other) &&
      fields.every(([field, value]) => kindOf(draft[field as keyof Draft]) === kindOf(value))
    )
  } catch {
    return false
  }
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
