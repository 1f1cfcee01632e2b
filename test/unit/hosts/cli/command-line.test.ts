import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../../../src-main/adapters/lancedb/workspace-library'
import { SMALL_CATALOG } from '../../../app/small-catalog'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall, at } = terminalInFolder()

describe('pegboard import', () => {
  it('creates the workspace, says what it did, and says nothing changed the second time', async () => {
    const first = await pegboard('import', 'tools.json', ...inSmall)
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toContain('Format openai: 5 tools added')
    expect(first.err).toContain('Writing the workspace')
    expect((await pegboard('import', 'tools.json', ...inSmall)).out).toContain('5 unchanged')
  })

  it('names the command that looks for edges, once, where no tool has any', async () => {
    const tools = Array.from({ length: 10 }, (_, at) => ({
      name: `get_fact_${at}`,
      description: 'Tells a fact.',
      parameters: { type: 'object', properties: { day: { type: 'string' } } },
    }))
    await writeFile(at('facts.json'), JSON.stringify(tools))
    const { out } = await pegboard('import', 'facts.json', '--workspace', 'facts')
    expect(out).toMatch(/^No tool here says .* To look: pegboard propose-edges\.$/m)
    const again = await pegboard('import', 'facts.json', '--workspace', 'facts')
    expect(again.out).not.toContain('propose-edges')
  })

  it('prints one JSON object with every report row', async () => {
    const { out } = await pegboard('import', 'tools.json', ...inSmall, '--json')
    expect(JSON.parse(out)).toMatchObject({ format: 'openai', change: { unchanged: 0 } })
  })

  it('writes nothing in a dry run', async () => {
    await importSmall()
    await writeFile(at('one.json'), JSON.stringify(SMALL_CATALOG.slice(0, 1)))
    const { out } = await pegboard('import', 'one.json', ...inSmall, '--dry-run')
    expect(out).toContain('4 no longer in the files')
    expect((await pegboard('list', ...inSmall)).out).toContain('5 tools')
  })

  it('says which tools change in which fields, what was skipped, and the texts when asked', async () => {
    await importSmall()
    const [mail, ...others] = SMALL_CATALOG
    const changed = { ...mail?.function, description: 'Puts a letter into a queue.' }
    const added = { name: 'ring_bell', description: 'Rings.', parameters: { type: 'object' } }
    const files = [changed, added, { description: 'It has no name.' }].map((of) => ({
      type: 'function',
      function: of,
    }))
    await writeFile(at('again.json'), JSON.stringify([...files, ...others.slice(1)]))
    const args = ['import', 'again.json', ...inSmall, '--dry-run']
    const { out } = await pegboard(...args)
    expect(out).toContain('changed · send_email · description\n')
    expect(out).toContain('not in the files · ')
    expect(out).toContain('Skipped: 1.')
    expect(out).not.toContain('ring_bell')
    const verbose = await pegboard(...args, '--verbose')
    expect(verbose.out).toContain('new · ring_bell')
    expect(verbose.out).toContain(`before: ${mail?.function.description}`)
    expect(verbose.out).toContain('after:  Puts a letter into a queue.')
  })

  it('says once what holds for many tools, and where the first of them stand', async () => {
    const odd = Array.from({ length: 40 }, (_, at) => ({
      type: 'function',
      function: { name: `odd name ${at}`, description: 'Rings.', parameters: { type: 'object' } },
    }))
    const unnamed = Array.from({ length: 12 }, () => ({ type: 'function', function: {} }))
    await writeFile(at('odd.json'), JSON.stringify([...odd, ...unnamed]))
    const { out } = await pegboard('import', 'odd.json', '--workspace', 'odd')
    expect(out).toContain('Skipped: 12.')
    const said = out.slice(out.indexOf('Skipped')).trimEnd().split('\n')
    expect(said.filter((line) => line.includes('No provider accepts'))).toHaveLength(1)
    expect(said.filter((line) => line.includes('no name'))).toHaveLength(1)
    expect(said).toContain('      odd.json, entry 50')
    expect(said).not.toContain('      odd.json, entry 51')
    expect(said).toContain('      odd.json, entry 1 · odd name 0')
    expect(said).toContain('      … and 37 more')
    expect(said.length).toBeLessThan(20)
    const { out: json } = await pegboard('import', 'odd.json', '--workspace', 'odd', '--json')
    const { report } = JSON.parse(json) as { report: { entries?: number; first?: unknown[] }[] }
    expect(report.find(({ entries }) => entries === 12)?.first).toHaveLength(12)
    expect(report.find(({ entries }) => entries === 40)?.first).toHaveLength(20)
  })

  it('maps the columns of a golden table', async () => {
    await importSmall()
    await writeFile(at('said.csv'), 'a,b\nwill it rain,get_weather\n')
    const map = ['--map', 'query=a', '--map', 'tools=b']
    const { code, out } = await pegboard('import-golden', 'said.csv', ...inSmall, ...map)
    expect(code).toBe(0)
    expect(out).toMatch(/^Golden set “said”: 1 queries\.\nTo take it back: pegboard undo \S+\n$/)
  })

  it('says what comes in beside others of its name, and replaces them when told to', async () => {
    const server = (description: string) => ({
      tools: [{ name: 'send_email', description, inputSchema: { type: 'object' } }],
    })
    await importSmall()
    await writeFile(at('list.json'), JSON.stringify(server('Puts a letter into a queue.')))
    const { out } = await pegboard('import', 'list.json', ...inSmall, '--dry-run')
    expect(out).toContain('1 tools added')
    expect(out).toContain('send_email#2 beside send_email')
    const replaced = ['--same-name', 'replace'] as const
    const told = await pegboard('import', 'list.json', ...inSmall, ...replaced)
    expect(told.out).toContain('0 tools added, 1 changed')
    expect(await pegboard('import', 'list.json', ...inSmall, '--same-name', 'guess')).toMatchObject(
      { code: 2, err: expect.stringContaining('auto, both, replace') as string },
    )
  })

  it('keeps a golden set of the same name, and replaces it when told to', async () => {
    await importSmall()
    const servers = { 'servers/mail.json': { server: 'mail', tools: [{ name: 'send' }] } }
    const golden = { 'golden/asked.json': [{ text: 'mail it', tools: ['mail/send'] }] }
    await writeFile(at('folder.json'), JSON.stringify({ ...servers, ...golden }))
    const { out } = await pegboard('import', 'folder.json', ...inSmall)
    expect(out).toContain('Golden set “asked-2”: 1 queries (“asked” here holds something else')
    const told = await pegboard('import', 'folder.json', ...inSmall, '--golden-sets', 'replace')
    expect(told.out).toContain('Golden set “asked”: 1 queries (replaces the one here)')
  })

  it('leaves no empty workspace behind for a path that is not there', async () => {
    const { code, err } = await pegboard('import', 'nowhere.json', ...inSmall)
    expect(code).toBe(1)
    expect(err).toContain('nowhere.json')
    expect((await pegboard('list', ...inSmall)).code).toBe(1)
  })

  it('fails with line and column on a broken file', async () => {
    await writeFile(at('broken.json'), '[{"name": ')
    const { code, err } = await pegboard('import', 'broken.json', ...inSmall)
    expect(code).toBe(1)
    expect(err).toMatch(/line 1, column 11/)
  })
})

describe('an import that does not come about', () => {
  it.each([
    ['of a broken file', ['broken.json']],
    ['of files in no known format', ['unknown.json']],
    ['that is only tried', ['tools.json', '--dry-run']],
    ['in a format there is not', ['tools.json', '--format', 'xml']],
  ])('%s creates nothing', async (_, args) => {
    await writeFile(at('broken.json'), '[{"name": ')
    await writeFile(at('unknown.json'), '{"a": 1}')
    const before = (await readdir(at())).filter((name) => name !== 'home')
    const { out } = await pegboard('import', ...args, ...inSmall)
    if (args.includes('--dry-run')) expect(out).toContain('5 tools added')
    expect((await readdir(at())).filter((name) => name !== 'home')).toEqual(before)
    expect((await pegboard('list')).out).not.toContain('small')
  })

  it('leaves an empty folder empty, and one that is not as it is', async () => {
    await mkdir(at('small'))
    await writeFile(at('broken.json'), '[{"name": ')
    await pegboard('import', 'broken.json', ...inSmall)
    expect(await readdir(at('small'))).toEqual([])
    await writeFile(at('small', 'notes.txt'), 'mine')
    expect((await pegboard('import', 'tools.json', ...inSmall)).code).not.toBe(0)
    expect(await readdir(at('small'))).toEqual(['notes.txt'])
  })
})

describe('formats', () => {
  it.each([
    ['import', 'openai'],
    ['export', 'as-imported-lines'],
  ])('of %s are listed in its help, and where one is wrong', async (command, one) => {
    expect((await pegboard(command, '--help')).out).toContain(one)
    const rest = command === 'import' ? ['tools.json'] : []
    const wrong = await pegboard(command, ...rest, ...inSmall, '--format', 'xml')
    expect(wrong).toMatchObject({ code: 2 })
    expect(wrong.err).toContain(one)
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
        { id: 'send_email', name: 'send_email', rank: 1, witnesses: [{ source: 'bm25', rank: 1 }] },
        { name: 'search_email', rank: 2 },
      ],
      promptTokens: expect.any(Number) as number,
      latencyMs: expect.any(Number) as number,
    })
  })

  it('says of tokens that were estimated that they are about as many', async () => {
    await importSmall()
    const long = [
      { name: 'long_mail', description: `Mails. ${'='.repeat(50_000)}`, inputSchema: {} },
    ]
    await writeFile(at('long.json'), JSON.stringify(long))
    await pegboard('import', 'long.json', ...inSmall)
    const args = ['query', 'send an email or long mails', ...inSmall, '--recipe', 'bm25']
    expect((await pegboard(...args)).out).toMatch(/about \d+ prompt tokens/)
    expect(JSON.parse((await pegboard(...args, '--json')).out)).toMatchObject({
      tokensEstimated: true,
    })
    expect((await pegboard('show', 'long/long_mail', ...inSmall)).out).toMatch(
      /\(about \d+ tokens\)/,
    )
    expect((await pegboard('list', ...inSmall)).out).toMatch(/\(about \d+ prompt tokens\)/)
  })

  it('shows the trace, and why a tool was not picked', async () => {
    await importSmall()
    const args = ['query', 'send an email', ...inSmall, '--recipe', 'hybrid', '-k', '1']
    expect((await pegboard(...args, '--trace')).out).toMatch(
      /Search by words \(depth 100.*\n.*1\. send_email/,
    )
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
    const settings = await readFile(at('home', 'settings.json'), 'utf8').catch(() => '')
    expect(settings).not.toContain('lastWorkspace')
  })
})

describe('a workspace indexed with an earlier embedder', () => {
  it('is announced once, on stderr', async () => {
    await importSmall()
    const store = await workspaceLibrary(at()).open(at('small'))
    await store.saveDocuments('earlier', [{ hash: 'h', text: 't', vector: Float32Array.of(1) }])
    await store.close()
    const args = ['query', 'send an email', ...inSmall, '--recipe', 'dense', '--json']
    const first = await pegboard(...args)
    expect(
      first.err.match(/^This workspace .* version of Instant\. Its 5 tool .* again\.$/gm),
    ).toHaveLength(1)
    expect(JSON.parse(first.out)).toMatchObject({ recipe: 'dense' })
    expect((await pegboard(...args)).err).toBe('')
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

  it.each([
    [['traces'], 'pegboard query … --trace --json > FILE'],
    [['traces', 'show', 'first', '--workspace', 'x', '--json'], 'pegboard query … --trace'],
    [['traces', '--help'], 'pegboard query … --trace'],
  ])('says in one line what to do in place of a command that left: %j', async (args, instead) => {
    const { code, out, err } = await pegboard(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(instead)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    expect((await pegboard('--help')).out).not.toMatch(new RegExp(`^ {2}${args[0]}\\b`, 'm'))
  })

  it('prints its help', async () => {
    const { code, out } = await pegboard('--help')
    expect(code).toBe(0)
    for (const command of [
      'import',
      'index',
      'query',
      'eval',
      'runs',
      'work-with',
      'compare',
      'export',
      'list',
      'serve',
    ]) {
      expect(out).toContain(command)
    }
  })

  it('measures a demo that it makes', async () => {
    const { code, out, err } = await pegboard('workspace', 'create', 'Tour', '--demo')
    expect([code, out.trim()]).toEqual([0, expect.stringMatching(/tour$/)])
    expect(err).toMatch(/BM25 \(1 of 3\) on “demo”/)
    const runs = await pegboard('runs', '--workspace', out.trim())
    expect(runs.out).toMatch(
      /hybrid +Instant +Recall 0\.[^]*hybrid +Instant +Recall@1 0\.[^]*bm25 +Recall@1 0\./,
    )
  })

  it('makes a demo in the data folder alone', async () => {
    const { code, err } = await pegboard('workspace', 'create', 'Tour', '--demo', '--dir', 'tour')
    expect(code).not.toBe(0)
    expect(err).toContain('Leave out --dir or --demo.')
  })

  it('exports the catalog, a golden set and the whole workspace', async () => {
    await importSmall()
    await pegboard('export', ...inSmall, '--format', 'openai', '--output', 'out/catalog.json')
    const exported = await readFile(at('out/catalog.json'), 'utf8')
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
    expect(await readFile(at('g.csv'), 'utf8')).toContain('send an email to Dana')
    await pegboard('export', ...inSmall, '--archive', '--output', 'all.pegboard')
    const restored = await pegboard('workspace', 'restore', 'all.pegboard', '--name', 'Back')
    expect(restored.code).toBe(0)
    expect((await pegboard('list')).out).toContain('Back')
  })

  it('creates, renames, copies and deletes workspaces, and deletes only with --confirm', async () => {
    await pegboard('workspace', 'create', 'One')
    await pegboard('workspace', 'rename', 'One', 'Two')
    await pegboard('workspace', 'duplicate', 'Two', 'Three')
    const listed = (await pegboard('list')).out
    expect(listed).toContain('Two')
    expect(listed).toContain('Three')
    expect(listed).not.toContain('One')
    expect((await pegboard('workspace', 'delete', 'Two')).code).toBe(2)
    expect((await pegboard('workspace', 'delete', 'Two', '--confirm', 'two')).code).toBe(2)
    expect((await pegboard('workspace', 'delete', 'Two', '--confirm', 'Two')).code).toBe(0)
    expect((await pegboard('list')).out).not.toContain('Two')
  })

  it('strips terminal escape sequences from the tool it shows', async () => {
    const tool = { type: 'function', function: { name: 'evil', description: 'red \u001b[31mtext' } }
    await writeFile(at('evil.json'), JSON.stringify([tool]))
    await pegboard('import', 'evil.json', ...inSmall)
    const { out } = await pegboard('show', 'evil', ...inSmall)
    expect(out).toContain('evil')
    expect(out).not.toContain('\u001b')
  })
})
