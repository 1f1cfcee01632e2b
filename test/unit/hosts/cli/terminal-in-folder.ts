import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { runCommandLine } from '../../../../src-main/hosts/cli/command-line'
import type { Terminal } from '../../../../src-main/hosts/cli/terminal'
import { stays } from '../../../fixtures/staying'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from '../../../app/small-catalog'

export const inSmall = ['--workspace', 'small']

/**
 * The command line in a new folder for each test of the file, with the small catalog and its golden
 * set as files.
 */
export function terminalInFolder() {
  let folder: string
  let hear: (said: string) => void = () => undefined
  const at = (...names: string[]) => join(folder, ...names)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pegboard-cli-'))
    vi.stubEnv('PEGBOARD_HOME', stays(at('home')))
    await writeFile(at('tools.json'), JSON.stringify(SMALL_CATALOG))
    await writeFile(at('asked.json'), JSON.stringify(SMALL_GOLDEN_SET))
  })
  afterEach(async () => {
    hear = () => undefined
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  async function pegboard(...args: string[]) {
    const written = { out: '', err: '' }
    const terminal: Terminal = {
      stdout: { write: (text) => (written.out += Buffer.from(text).toString()) },
      stderr: {
        write(text) {
          written.err += Buffer.from(text).toString()
          hear(written.err)
        },
      },
      cwd: () => folder,
      on: () => undefined,
      off: () => undefined,
    }
    const code = await runCommandLine(args, terminal)
    return { code, ...written }
  }

  return {
    /** A file in the folder. */
    at,
    pegboard,
    /** Has somebody told all that is said on stderr, as it is said. */
    listen: (listener: typeof hear) => void (hear = listener),
    async importSmall() {
      await pegboard('import', 'tools.json', ...inSmall)
      await pegboard('import-golden', 'asked.json', ...inSmall)
    },
  }
}
