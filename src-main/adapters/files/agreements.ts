import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonical } from '../../domain/value/canonical'
import type { Agreements } from '../../ports/agreements'
import { atomicWrite } from './atomic-write'
import { withFileLock } from './file-lock'
import { writingProblem } from './file-problem'

const Stored = z.object({
  /** What marks are made with. Without it, nobody can find out from a mark what was agreed to. */
  key: z.string().min(32),
  agreed: z.array(z.string()),
})
type Stored = z.infer<typeof Stored>

/** The oldest go: who is asked again loses nothing. */
const MOST = 2_000
/** For its owner alone. */
const MODE = 0o600

/** Agreements in `agreements.json` of a folder; a file that is none counts as nothing agreed to. */
export function agreements(folder: string): Agreements {
  const path = join(folder, 'agreements.json')
  const read = async (): Promise<Stored | undefined> => {
    const text = await readFile(path, 'utf8').catch(() => undefined)
    try {
      return text === undefined ? undefined : Stored.parse(JSON.parse(text))
    } catch {
      return undefined
    }
  }
  const change = async (to: (stored: Stored) => Stored): Promise<Stored> => {
    try {
      await mkdir(folder, { recursive: true })
      const write = async (): Promise<Stored> => {
        const before = (await read()) ?? { key: randomBytes(32).toString('hex'), agreed: [] }
        const after = to(before)
        await atomicWrite(path, `${JSON.stringify(after, null, 2)}\n`, { mode: MODE })
        return after
      }
      return await withFileLock(`${path}.lock`, write, { what: 'what was agreed to' })
    } catch (error) {
      throw writingProblem(error, path)
    }
  }
  return {
    async markOf(what) {
      const { key } = (await read()) ?? (await change((stored) => stored))
      return createHmac('sha256', key)
        .update(canonical(what) ?? '')
        .digest('hex')
    },
    has: async (mark) => (await read())?.agreed.includes(mark) ?? false,
    async add(mark) {
      await change(({ key, agreed }) => ({
        key,
        agreed: [...agreed.filter((each) => each !== mark), mark].slice(-MOST),
      }))
    },
    async remove(mark) {
      if (!(await read())?.agreed.includes(mark)) return
      await change(({ key, agreed }) => ({ key, agreed: agreed.filter((each) => each !== mark) }))
    },
  }
}
