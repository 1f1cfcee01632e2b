import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../domain/problem'
import type { ServingTokens } from '../../ports/serving-tokens'
import { atomicWrite } from './atomic-write'
import { withFileLock } from './file-lock'
import { writingProblem } from './file-problem'

const Stored = z.record(z.string(), z.string().min(32))
type Stored = z.infer<typeof Stored>

/** For its owner alone. */
const MODE = 0o600

/**
 * What made tokens new ones, in `serving-tokens.json` of a folder. A file that cannot be read is no
 * file that says nothing: the old tokens would be right again.
 */
export function servingTokens(folder: string): ServingTokens {
  const path = join(folder, 'serving-tokens.json')
  const read = async (): Promise<Stored> => {
    try {
      return Stored.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw new Problem(
        'unreadable',
        `${path} cannot be read, so no token of a served workspace is known.`,
        'Put it right, or delete it together with agreements.json: all tokens are new ones then.',
      )
    }
  }
  return {
    changeOf: async (workspace) => {
      const stored = await read()
      return Object.hasOwn(stored, workspace) ? stored[workspace] : undefined
    },
    async change(workspace) {
      const write = async (): Promise<void> => {
        const stored = { ...(await read()), [workspace]: randomBytes(32).toString('hex') }
        await atomicWrite(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: MODE })
      }
      try {
        await mkdir(folder, { recursive: true })
        await withFileLock(`${path}.lock`, write, { what: 'the tokens of served workspaces' })
      } catch (error) {
        throw error instanceof Problem ? error : writingProblem(error, path)
      }
    },
  }
}
