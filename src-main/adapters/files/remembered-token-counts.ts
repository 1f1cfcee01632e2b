import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { TokenCounter } from '../../ports/token-counter'
import { atomicWrite } from './atomic-write'

/** Counts of the definitions of some large catalogs; the oldest make room. */
const MOST_REMEMBERED = 200_000

/** By text; an estimate is written as a negative number. */
const Counts = z.record(z.string(), z.number().int())

/**
 * The counter with a memory in a file, so that a start that counts nothing new need not load the
 * encoding, which takes longer than all else a query in a terminal does. The file is derived: a
 * broken one is replaced by a new one.
 */
export function rememberedTokenCounts(counter: TokenCounter, file: string): TokenCounter {
  let counts: Map<string, number> | undefined
  let isChanged = false
  return {
    tokenizer: counter.tokenizer,
    count(text) {
      counts ??= readCounts(file)
      const key = keyOf(text)
      const known = counts.get(key)
      if (known !== undefined) return { tokens: Math.abs(known), isEstimate: known < 0 }
      const count = counter.count(text)
      counts.set(key, count.isEstimate ? -count.tokens : count.tokens)
      isChanged = true
      return count
    },
    async close() {
      if (!isChanged || !counts) return
      isChanged = false
      const kept = [...counts].slice(-MOST_REMEMBERED)
      // A data folder that cannot be written only means counting again.
      await write(file, JSON.stringify(Object.fromEntries(kept))).catch(() => undefined)
    },
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await atomicWrite(file, text)
}

const keyOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

function readCounts(file: string): Map<string, number> {
  try {
    return new Map(Object.entries(Counts.parse(JSON.parse(readFileSync(file, 'utf8')))))
  } catch {
    return new Map()
  }
}
