import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { AnswerKey, StoredAnswer, StoredAnswers } from '../../ports/stored-answers'
import { atomicWrite } from './atomic-write'
import { writingProblem } from './file-problem'

/** As many as ten large evaluations ask; looking at all of them takes 1.3 s of CPU, measured. */
const MOST = { answers: 50_000, bytes: 256e6 }
/**
 * What is left when the bound is reached: forgetting a few each time would look at all of them each
 * time.
 */
const KEPT = 0.8
/** Characters of a question, and of an answer, that are kept for people to look at. */
const SHOWN = 2000
/** What a process that was killed left of a file; one that lives writes in milliseconds. */
const LEFT_OVER_MS = 60 * 60 * 1000
/** Files that are looked at, or removed, at the same time. */
const AT_ONCE = 32

const Stored = z.object({
  at: z.string(),
  model: z.string(),
  prompt: z.string(),
  question: z.string(),
  answer: z.string(),
})
type Stored = z.infer<typeof Stored>

interface AnswerFile {
  path: string
  bytes: number
  usedMs: number
}

/**
 * Answers in a folder, a file each under the hash of its key: whole or not there, whoever writes
 * and whoever is killed.
 */
export function storedAnswers(folder: string, most = MOST): StoredAnswers {
  /**
   * What is there as far as this process knows: counted once, and again when the bound seems to be
   * reached.
   */
  let known: Promise<{ answers: number; bytes: number }> | undefined
  const pathOf = (key: AnswerKey) => {
    const parts = JSON.stringify([key.model, key.prompt, key.text])
    const name = createHash('sha256').update(parts).digest('hex').slice(0, 32)
    return join(folder, name.slice(0, 2), `${name}.json`)
  }
  const keepBound = async (bytes: number) => {
    const isCounted = known === undefined
    known ??= filesIn(folder).then(sumOf)
    const sum = await known
    if (!isCounted) {
      sum.answers++
      sum.bytes += bytes
    }
    const isBeyond = sum.answers > most.answers || sum.bytes > most.bytes
    if (isBeyond) await (known = forgetOldest(folder, most))
  }
  return {
    async get(key) {
      const path = pathOf(key)
      const stored = await read(path)
      const now = new Date()
      if (stored) await utimes(path, now, now).catch(() => undefined)
      return stored?.answer
    },
    async put(key, answer) {
      const path = pathOf(key)
      const { model, prompt, text } = key
      const question = text.slice(0, SHOWN)
      const at = new Date().toISOString()
      const content = JSON.stringify({ at, model, prompt, question, answer } satisfies Stored)
      try {
        await mkdir(dirname(path), { recursive: true })
        await atomicWrite(path, content)
        await keepBound(Buffer.byteLength(content))
      } catch {
        // The answer is there; the next time it is asked for again.
      }
    },
    async list({ offset, limit }) {
      const files = (await filesIn(folder)).sort((a, b) => b.usedMs - a.usedMs)
      const stored = await each(files.slice(offset, offset + limit), ({ path }) => read(path))
      return stored.flatMap((entry) => (entry ? [shown(entry)] : []))
    },
    size: async () => ({ ...(await filesIn(folder).then(sumOf)), most }),
    async clear() {
      known = undefined
      try {
        const files = await filesIn(folder)
        await each(files, ({ path }) => rm(path, { force: true }))
        return files.length
      } catch (error) {
        throw writingProblem(error, folder)
      }
    },
  }
}

const shown = ({ answer, ...stored }: Stored): StoredAnswer => ({
  ...stored,
  answer: answer.slice(0, SHOWN),
})

/** Undefined where there is none, or none that can be read. */
async function read(path: string): Promise<Stored | undefined> {
  try {
    return Stored.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** Removes what was used longest ago, and gives what is left. */
async function forgetOldest(folder: string, most: typeof MOST) {
  const files = (await filesIn(folder)).sort((a, b) => b.usedMs - a.usedMs)
  let bytes = 0
  const beyond = files.findIndex((file, at) => {
    bytes += file.bytes
    return bytes > most.bytes * KEPT || at >= most.answers * KEPT
  })
  if (beyond < 0) return sumOf(files)
  await each(files.slice(beyond), ({ path }) => rm(path, { force: true }))
  return sumOf(files.slice(0, beyond))
}

const sumOf = (files: readonly AnswerFile[]) => ({
  answers: files.length,
  bytes: files.reduce((sum, file) => sum + file.bytes, 0),
})

/** Every answer's file; what a killed process left of one is removed. */
async function filesIn(folder: string): Promise<AnswerFile[]> {
  const parts = await namesIn(folder)
  const found = await each(parts, async (part) => {
    const paths = (await namesIn(join(folder, part))).map((name) => join(folder, part, name))
    return each(paths, fileAt)
  })
  return found.flat().flatMap((file) => file ?? [])
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function fileAt(path: string): Promise<AnswerFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  if (path.endsWith('.json')) return { path, bytes: found.size, usedMs: found.mtimeMs }
  const isLeftOver = path.endsWith('.tmp') && Date.now() - found.mtimeMs > LEFT_OVER_MS
  if (isLeftOver) await rm(path, { force: true }).catch(() => undefined)
  return undefined
}

async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const workOff = async () => {
    for (const [at, item] of waiting) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOff))
  return results
}
