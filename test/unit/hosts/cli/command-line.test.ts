import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { runCommandLine } from '../../../../src-main/hosts/cli/command-line'
import type { Terminal } from '../../../../src-main/hosts/cli/terminal'
import { SMALL_CATALOG, SMALL_GOLDEN_SET } from '../../../app/small-catalog'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pegboard-cli-'))
  vi.stubEnv('PEGBOARD_HOME', join(folder, 'home'))
  await writeFile(join(folder, 'tools.json'), JSON.stringify(SMALL_CATALOG))
  await writeFile(join(folder, 'asked.json'), JSON.stringify(SMALL_GOLDEN_SET))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function pegboard(...args: string[]) {
  const written = { out: '', err: '' }
  const terminal: Terminal = {
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    cwd: () => folder,
    on: () => undefined,
    off: () => undefined,
  }
  const code = await runCommandLine(args, terminal)
  return { code, ...written }
}

const inSmall = ['--workspace', 'small']

async function importSmall(): Promise<void> {
  await pegboard('import', 'tools.json', ...inSmall)
  await pegboard('import-golden', 'asked.json', ...inSmall)
}

describe('pegboard import', () => {
  it('creates the workspace, says what it did, and says nothing changed the second time', async () => {
    const first = await pegboard('import', 'tools.json', ...inSmall)
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toContain('Format openai: 5 tools added')
    expect(first.err).toContain('Writing the workspace')
    expect((await pegboard('import', 'tools.json', ...inSmall)).out).toContain('5 unchanged')
  })

  it('prints one JSON object with every report row', async () => {
    const { out } = await pegboard('import', 'tools.json', ...inSmall, '--json')
    expect(JSON.parse(out)).toMatchObject({ format: 'openai', change: { unchanged: 0 } })
  })

  it('writes nothing in a dry run', async () => {
    await importSmall()
    await writeFile(join(folder, 'one.json'), JSON.stringify(SMALL_CATALOG.slice(0, 1)))
    const { out } = await pegboard('import', 'one.json', ...inSmall, '--dry-run')
    expect(out).toContain('4 no longer in the files')
    expect((await pegboard('list', ...inSmall)).out).toContain('5 tools')
  })

  it('leaves no empty workspace behind for a path that is not there', async () => {
    const { code, err } = await pegboard('import', 'nowhere.json', ...inSmall)
    expect(code).toBe(1)
    expect(err).toContain('nowhere.json')
    expect((await pegboard('list', ...inSmall)).code).toBe(1)
  })

  it('fails with line and column on a broken file', async () => {
    await writeFile(join(folder, 'broken.json'), '[{"name": ')
    const { code, err } = await pegboard('import', 'broken.json', ...inSmall)
    expect(code).toBe(1)
    expect(err).toMatch(/line 1, column 11/)
  })
})

describe('pegboard query', () => {
  it('prints the object other programs rely on', async () => {
    await importSmall()
    const args = ['send an email', ...inSmall, '--recipe', 'bm25', '-k', '2', '--json']
    const { code, out } = await pegboard('query', ...args)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      query: 'send an email',
      recipe: 'bm25',
      tools: [
        { name: 'send_email', rank: 1, parts: [{ source: 'bm25', rank: 1 }] },
        { name: 'search_email', rank: 2 },
      ],
      promptTokens: expect.any(Number) as number,
      latencyMs: expect.any(Number) as number,
    })
  })

  it('shows the trace, and why a tool was not picked', async () => {
    await importSmall()
    const args = ['query', 'send an email', ...inSmall, '--recipe', 'hybrid', '-k', '1']
    expect((await pegboard(...args, '--trace')).out).toMatch(/bm25 \(depth 100.*\n.*1\. send_email/)
    const why = await pegboard(...args, '--why', 'get_weather')
    expect(why.out).toContain('Not picked')
  })

  it('takes options as text and lists them when one is wrong', async () => {
    await importSmall()
    const args = ['query', 'mails', ...inSmall, '--recipe', 'bm25', '--json']
    const plain = await pegboard(...args, '--option', 'analyser=plain')
    expect(JSON.parse(plain.out)).toMatchObject({ tools: [] })
    const named = await pegboard(...args, '--option', 'components=name', '--option', 'k1=0.9')
    expect(named.code).toBe(0)
    const wrong = await pegboard(...args, '--option', 'nonsense=1')
    expect(wrong.code).toBe(2)
    expect(wrong.err).toContain('k1, b')
    expect((await pegboard(...args, '--option', 'k1=much')).code).toBe(2)
  })
})

describe('pegboard list', () => {
  it('does not change which workspace the window shows first', async () => {
    await importSmall()
    expect((await pegboard('list', ...inSmall)).out).toContain('5 tools')
    const settings = await readFile(join(folder, 'home', 'settings.json'), 'utf8').catch(() => '')
    expect(settings).not.toContain('lastWorkspace')
  })
})

describe('a workspace indexed with an earlier embedder', () => {
  it('is announced once, on stderr', async () => {
    await importSmall()
    const store = await workspaceLibrary(folder).open(join(folder, 'small'))
    await store.saveDocuments('earlier', [{ hash: 'h', text: 't', vector: Float32Array.of(1) }])
    await store.close()
    const args = ['query', 'send an email', ...inSmall, '--recipe', 'dense', '--json']
    const first = await pegboard(...args)
    expect(
      first.err.match(/^This workspace .* built-in embedder\. Its 5 tool .* again\.$/gm),
    ).toHaveLength(1)
    expect(JSON.parse(first.out)).toMatchObject({ recipe: 'dense' })
    expect((await pegboard(...args)).err).toBe('')
  })
})

describe('pegboard eval', () => {
  const Result = z.object({
    golden: z.literal('asked'),
    queries: z.literal(4),
    runs: z.array(
      z.object({
        recipe: z.string(),
        options: z.looseObject({}),
        measures: z.record(
          z.string(),
          z.object({ mean: z.number(), ci95: z.tuple([z.number(), z.number()]) }),
        ),
        latencyMs: z.object({ p50: z.number(), p95: z.number() }),
        degraded: z.literal(0),
      }),
    ),
  })

  it('prints one object with a run for each recipe', async () => {
    await importSmall()
    const recipes = ['--recipe', 'bm25', '--recipe', 'dense']
    const { code, out } = await pegboard(
      'eval',
      ...inSmall,
      ...['--golden', 'asked', ...recipes, '--k', '1,2', '--option', 'k1=0.9', '--json'],
    )
    expect(code).toBe(0)
    const { runs } = Result.parse(JSON.parse(out))
    expect(runs.map(({ recipe }) => recipe)).toEqual(['bm25', 'dense'])
    expect(runs[0]?.options).toMatchObject({ k1: 0.9 })
    expect(runs[1]?.options).not.toHaveProperty('k1')
    expect(runs[0]?.measures['Recall@1']?.mean).toBeCloseTo(0.625)
  })

  it('prints a table, and fails on a golden set that is not there', async () => {
    await importSmall()
    const { out } = await pegboard('eval', ...inSmall, '--golden', 'asked', '--recipe', 'bm25')
    expect(out).toMatch(/Recall@5 +0\.\d{3} \[0\.\d{3}, [01]\.\d{3}\]/)
    const none = await pegboard('eval', ...inSmall, '--golden', 'none', '--recipe', 'bm25')
    expect(none.code).toBe(1)
    expect(none.err).toContain('none')
  })
})

describe('pegboard', () => {
  it.each([
    [['query', 'text']],
    [['query', 'text', '--workspace', 'x', '-k', '0']],
    [['eval', '--workspace', 'x', '--golden', 'g', '--k', '1,zwei']],
    [['no-such-command']],
    [['import']],
  ])('ends with 2 when used wrongly: %j', async (args) => {
    const { code, err } = await pegboard(...args)
    expect(code).toBe(2)
    expect(err).not.toBe('')
  })

  it('prints its help', async () => {
    const { code, out } = await pegboard('--help')
    expect(code).toBe(0)
    for (const command of ['import', 'index', 'query', 'eval', 'export', 'list', 'serve']) {
      expect(out).toContain(command)
    }
  })

  it('exports the catalog, a golden set and the whole workspace', async () => {
    await importSmall()
    await pegboard('export', ...inSmall, '--format', 'openai', '--output', 'out/catalog.json')
    const exported = await readFile(join(folder, 'out/catalog.json'), 'utf8')
    expect(JSON.parse(exported)).toEqual(expect.arrayContaining(SMALL_CATALOG))
    await pegboard(
      'export',
      ...inSmall,
      '--golden',
      'asked',
      '--format',
      'csv',
      '--output',
      'g.csv',
    )
    expect(await readFile(join(folder, 'g.csv'), 'utf8')).toContain('send an email to Dana')
    await pegboard('export', ...inSmall, '--archive', '--output', 'all.pegboard')
    const restored = await pegboard('workspace', 'restore', 'all.pegboard', '--name', 'Back')
    expect(restored.code).toBe(0)
    expect((await pegboard('list')).out).toContain('Back')
  })

  it('creates, renames, copies and deletes workspaces, and deletes only with --confirm', async () => {
    await pegboard('workspace', 'create', 'One')
    await pegboard('workspace', 'rename', 'One', 'Two')
    await pegboard('workspace', 'duplicate', 'Two', 'Three')
    expect((await pegboard('list')).out).toMatch(/Three[^]*Two|Two[^]*Three/)
    expect((await pegboard('workspace', 'delete', 'Two')).code).toBe(2)
    expect((await pegboard('workspace', 'delete', 'Two', '--confirm', 'two')).code).toBe(2)
    expect((await pegboard('workspace', 'delete', 'Two', '--confirm', 'Two')).code).toBe(0)
    expect((await pegboard('list')).out).not.toContain('Two')
  })

  it('strips terminal escape sequences from the tool it shows', async () => {
    const tool = { type: 'function', function: { name: 'evil', description: 'red \u001b[31mtext' } }
    await writeFile(join(folder, 'evil.json'), JSON.stringify([tool]))
    await pegboard('import', 'evil.json', ...inSmall)
    const { out } = await pegboard('show', 'evil', ...inSmall)
    expect(out).toContain('evil')
    expect(out).not.toContain('\u001b')
  })
})
