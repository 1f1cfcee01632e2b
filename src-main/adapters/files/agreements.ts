import { createHmac, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonical } from '../../domain/value/canonical'
import { named } from '../../domain/value/json'
import type { Agreed, Agreements } from '../../ports/agreements'
import { atomicWrite } from './atomic-write'
import { withFileLock } from './file-lock'
import { writingProblem } from './file-problem'
import { readRegularFile } from './regular-file'

const StoredAgreement: z.ZodType<Agreed> = z.object({
  mark: z.string(),
  before: z.string().optional(),
  path: z.string().optional(),
  program: z.string().optional(),
  code: z
    .array(
      z.object({
        path: z.string(),
        as: z.enum(['program', 'interpreter', 'script']),
        digest: z.string(),
        stamp: z.string(),
      }),
    )
    .optional(),
  parts: z.record(z.string(), z.string()),
})

const Stored = z.object({
  /** What marks are made with. Without it, nobody can find out from a mark what was agreed to. */
  key: z.string().min(32),
  agreed: z.array(z.string()),
  /** What stood then, by what it is about. */
  known: z.record(z.string(), StoredAgreement).catch({}).default({}),
})
type Stored = z.infer<typeof Stored>

/** The oldest go: who is asked again loses nothing. */
const MOST = 2_000
const MOST_KNOWN = 500
/** Bytes of the file that are read: it is never nearly as long. */
const LONGEST = 64 << 20
/** For its owner alone. */
const MODE = 0o600

/** Agreements in `agreements.json` of a folder; a file that is none counts as nothing agreed to. */
export function agreements(folder: string): Agreements {
  const path = join(folder, 'agreements.json')
  const read = async (): Promise<Stored | undefined> => {
    try {
      const bytes = await readRegularFile(path, LONGEST)
      return Stored.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    } catch {
      return undefined
    }
  }
  const change = async (to: (stored: Stored) => Stored): Promise<Stored> => {
    try {
      await mkdir(folder, { recursive: true })
      const write = async (): Promise<Stored> => {
        const before = (await read()) ?? {
          key: randomBytes(32).toString('hex'),
          agreed: [],
          known: {},
        }
        const after = to(before)
        await atomicWrite(path, `${JSON.stringify(after, null, 2)}\n`, { mode: MODE })
        return after
      }
      return await withFileLock(`${path}.lock`, write, { what: 'what was agreed to' })
    } catch (error) {
      throw writingProblem(error, path)
    }
  }
  const key = async (): Promise<string> =>
    ((await read()) ?? (await change((stored) => stored))).key
  return {
    markOf: async (what) => marked(await key(), what),
    async marksOf(parts) {
      const by = await key()
      const marks = Object.entries(parts).map(([name, what]) => [name, marked(by, what)])
      return Object.fromEntries(marks) as Record<string, string>
    },
    has: async (mark) => (await read())?.agreed.includes(mark) ?? false,
    about: async (about) => named((await read())?.known ?? {}, about),
    async add(mark, known) {
      await change((stored) => ({
        ...stored,
        agreed: [...stored.agreed.filter((each) => each !== mark), mark].slice(-MOST),
        known: known ? withKnown(stored.known, known) : stored.known,
      }))
    },
    async remove(mark) {
      if (!(await read())?.agreed.includes(mark)) return
      await change((stored) => ({
        ...stored,
        agreed: stored.agreed.filter((each) => each !== mark),
      }))
    },
  }
}

const marked = (key: string, what: unknown): string =>
  createHmac('sha256', key)
    .update(canonical(what) ?? '')
    .digest('hex')

/** The newest last, and no more than are kept. */
const withKnown = (
  known: Stored['known'],
  { about, agreed }: { about: string; agreed: Agreed },
): Stored['known'] => {
  const others = Object.entries(known).filter(([each]) => each !== about)
  return Object.fromEntries([...others, [about, agreed] as const].slice(-MOST_KNOWN))
}
