import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stays } from '../fixtures/staying'

const cli = resolve('out/main/cli.js')
let home: string
let demo: string

/** A command line of a shell, in which `pegboard` is the built terminal. */
function shell(line: string) {
  const pegboard = `pegboard() { '${process.execPath}' '${cli}' "$@"; }`
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `${pegboard}; ${line}`], {
    cwd: home,
    env: { ...process.env, PEGBOARD_HOME: home, DEMO: demo },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe.skipIf(process.platform !== 'linux')('what the terminal writes', () => {
  beforeAll(() => {
    home = stays(mkdtempSync(join(tmpdir(), 'pegboard-output-')))
    demo = shell('pegboard workspace create Demo --demo').stdout.trim()
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('takes the place of an earlier file only when it is whole', () => {
    writeFileSync(join(home, 'backup.json'), 'the good one')
    // The shell lets no file grow beyond eight blocks, as a full disk would not.
    const line = 'ulimit -f 8; pegboard export --workspace "$DEMO" --output backup.json'
    const { status, stderr } = shell(line)
    expect(status).toBe(1)
    expect(stderr).toMatch(/backup\.json was not written: files may not be as large/)
    expect(stderr).not.toContain('Wrote')
    expect(readFileSync(join(home, 'backup.json'), 'utf8')).toBe('the good one')
    expect(readdirSync(home).filter((name) => name.includes('backup'))).toEqual(['backup.json'])
  })

  it.each(['export', 'query room -k 100 --json --trace'])(
    'fails with its reason where the disk has room for a part: %s',
    (command) => {
      const line = `ulimit -f 8; pegboard ${command} --workspace "$DEMO" > part`
      const { status, stderr } = shell(line)
      expect(status).toBe(1)
      expect(stderr).toContain('The output was not written whole: EFBIG')
    },
  )

  it.each(['export', 'list', 'list --json'])(
    'fails with its reason on a full disk: %s',
    (command) => {
      const { status, stderr } = shell(`pegboard ${command} --workspace "$DEMO" > /dev/full`)
      expect(status).toBe(1)
      expect(stderr).toContain('The output was not written whole: the disk is full.')
      expect(stderr).not.toMatch(/\n\s+at /)
    },
  )

  it.each(['export', 'query room -k 100 --json --trace'])(
    'ends quietly when its reader has enough: %s',
    (command) => {
      const line = `pegboard ${command} --workspace "$DEMO" 2> errors | head -c 10 > head; echo "\${PIPESTATUS[0]}"`
      const { stdout } = shell(line)
      expect(stdout.trim()).toBe('141')
      expect(readFileSync(join(home, 'head'), 'utf8')).toHaveLength(10)
      expect(readFileSync(join(home, 'errors'), 'utf8')).not.toMatch(/EPIPE|\n\s+at /)
    },
  )
})
