import { describe, expect, it } from 'vitest'
import { ToolId, type Dependency } from '../../src-main/domain/tool/tool'
import { emptyFolder, openApp, openAppOn } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

const tool = (name: string) => ToolId.parse(name)
const edge = (on: string): Dependency => ({ on: tool(on), kind: 'tool-direct' })

const OF_EDGES = ['edge-dangling', 'edge-cycle', 'edge-self']

/**
 * The small catalog with edges of the author's: a circle of two, and one edge to a tool that is
 * removed.
 */
async function withFaults() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const write = (name: string, ...dependencies: Dependency[]) =>
    app.request('catalog.saveLayer', { dir, id: tool(name), layer: { dependencies } })
  await write('send_email', edge('search_email'), edge('get_weather'))
  await write('search_email', edge('send_email'))
  await app.request('catalog.remove', { dir, ids: [tool('get_weather')] })
  return { ...app, dir, write }
}

describe('lint', () => {
  it('tells what is wrong with the edges as they are now, and how often each rule says so', async () => {
    const { request, dir, write } = await withFaults()
    const before = await request('lint.run', { dir, rules: OF_EDGES })
    expect(before.total).toBe(2)
    expect(before.rows.map(({ rule, tool: of }) => [rule, of])).toEqual([
      ['edge-dangling', 'send_email'],
      ['edge-cycle', 'search_email'],
    ])
    expect(
      before.rules
        .filter(({ id, found }) => found > 0 && OF_EDGES.includes(id))
        .map(({ id, found }) => [id, found]),
    ).toEqual([
      ['edge-dangling', 1],
      ['edge-cycle', 1],
    ])
    await write('send_email', edge('search_email'))
    expect((await request('lint.run', { dir, rules: OF_EDGES })).total).toBe(1)
  })

  it('is asked of one tool, of some rules, and page by page', async () => {
    const { request, dir } = await withFaults()
    const ofTool = await request('lint.run', { dir, tool: tool('send_email') })
    expect(ofTool.rows.map(({ rule }) => rule)).toEqual(['edge-dangling', 'parameter-undescribed'])
    const ofRule = await request('lint.run', { dir, rules: ['edge-cycle', 'edge-self'] })
    expect(ofRule.rows.map(({ rule }) => rule)).toEqual(['edge-cycle'])
    const second = await request('lint.run', { dir, rules: OF_EDGES, offset: 1, limit: 1 })
    expect(second).toMatchObject({ total: 2, rows: [{ rule: 'edge-cycle' }] })
  })

  it('refuses a rule that there is not, and a tool that is not there', async () => {
    const { reply, dir } = await withFaults()
    expect(await reply('lint.run', { dir, rules: ['edge-colour'] })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', fix: expect.stringContaining('edge-cycle') as string },
    })
    expect(await reply('lint.run', { dir, tool: tool('rocket') })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})

const asked = { rules: ['parameter-undescribed'] }
const reason = 'The name says it all.'

describe('findings that are set aside', () => {
  it('do not count, and say why, until the text that they are about changes', async () => {
    const { request, dir, file } = await withFaults()
    const { rows } = await request('lint.run', { dir, ...asked })
    expect(rows).not.toEqual([])
    expect(await request('lint.setAside', { dir, findings: rows, reason })).toMatchObject({
      setAside: rows.length,
      passedOver: 0,
    })
    expect((await request('lint.run', { dir, ...asked })).total).toBe(0)
    const aside = await request('lint.run', { dir, ...asked, show: 'set-aside' })
    expect(aside.rows[0]?.setAside).toMatchObject({ reason })
    expect(aside.rules.find(({ id }) => id === asked.rules[0])).toMatchObject({
      found: 0,
      setAside: rows.length,
    })
    // The same files again change nothing of it, but for the tool that they bring back …
    await request('import.commit', { dir, path: await file('again.json', SMALL_CATALOG) })
    const again = await request('lint.run', { dir, ...asked })
    expect(again.rows.map(({ tool: of }) => of)).toEqual(['get_weather'])
    // … another text does.
    const changed = JSON.parse(JSON.stringify(SMALL_CATALOG).replaceAll('"subject"', '"headline"'))
    await request('import.commit', { dir, path: await file('changed.json', changed as object) })
    const after = await request('lint.run', { dir, ...asked })
    expect(after.rows.map(({ tool: of }) => of)).toContain('send_email')
  })

  it('count again when they are taken back', async () => {
    const { request, dir } = await withFaults()
    const { rows, total } = await request('lint.run', { dir, ...asked })
    await request('lint.setAside', { dir, findings: rows, reason })
    expect(await request('lint.takeBack', { dir, findings: rows })).toMatchObject({
      takenBack: total,
    })
    expect(await request('lint.takeBack', { dir, findings: rows })).toEqual({ takenBack: 0 })
    expect((await request('lint.run', { dir, ...asked })).total).toBe(total)
  })

  it('are passed over where their text is another by now, or where nothing is found', async () => {
    const { request, dir } = await withFaults()
    const { rows } = await request('lint.run', { dir, ...asked })
    const first = rows.slice(0, 1).map((row) => ({ ...row, mark: '0123456789abcdef' }))
    const unknown = first.map((row) => ({ ...row, tool: tool('rocket') }))
    expect(
      await request('lint.setAside', { dir, findings: [...first, ...unknown], reason }),
    ).toEqual({
      setAside: 0,
      passedOver: 2,
    })
  })

  it('need a reason', async () => {
    const { request, reply, dir } = await withFaults()
    const { rows } = await request('lint.run', { dir, ...asked })
    const answer = await reply('lint.setAside', { dir, findings: rows, reason: '  ' })
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  })
})

describe('lint rules that are switched off', () => {
  it('find nothing, through an import, until they are switched on again', async () => {
    const { request, dir, file } = await withFaults()
    expect(await request('lint.switch', { dir, rules: asked.rules, isOn: false })).toEqual({
      off: asked.rules,
    })
    await request('import.commit', { dir, path: await file('again.json', SMALL_CATALOG) })
    const off = await request('lint.run', { dir })
    expect(off.rows.map(({ rule }) => rule)).not.toContain('parameter-undescribed')
    expect(off.rules.find(({ id }) => id === asked.rules[0])).toMatchObject({
      isOn: false,
      found: 0,
    })
    await request('lint.switch', { dir, rules: asked.rules, isOn: true })
    expect((await request('lint.run', { dir, ...asked })).total).toBeGreaterThan(0)
  })

  it('are refused where there is no such rule', async () => {
    const { reply, dir } = await withFaults()
    const answer = await reply('lint.switch', { dir, rules: ['colour'], isOn: false })
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  })
})

describe('a purpose that is buried', () => {
  it('is told, and what moving it to the front would do is measured', async () => {
    const { request, dir, file } = await withFaults()
    const about = 'Requires the key of the account. Finds trains between two towns.'
    const trains = [
      { type: 'function', function: { name: 'find_trains', description: about, parameters: {} } },
    ]
    await request('import.commit', { dir, path: await file('trains.json', trains) })
    const rules = ['purpose-buried']
    const { rows } = await request('lint.run', { dir, rules })
    expect(rows).toMatchObject([{ tool: 'find_trains', where: 'description', hasMend: true }])
    const asked = { dir, tool: tool('find_trains') }
    const { layer } = await request('lint.mend', { ...asked, rule: 'purpose-buried' })
    expect(layer?.description).toBe(
      'Finds trains between two towns.\nRequires the key of the account.',
    )
    expect(await request('lint.mend', { ...asked, rule: 'edge-self' })).toEqual({})
    const measured = await request('effect.measure', {
      dir,
      id: asked.tool,
      recipe: 'bm25',
      layer: layer ?? {},
    })
    expect(measured.tokens.retrieval.after).toBeGreaterThan(0)
    await request('catalog.saveLayer', { dir, id: asked.tool, layer: layer ?? {} })
    expect((await request('lint.run', { dir, rules })).total).toBe(0)
  })
})

describe('two programs that choose about lint at once', () => {
  it('lose neither what one sets aside nor what the other switches off', async () => {
    const folder = await emptyFolder()
    const one = await openAppOn(folder)
    const other = await openAppOn(folder)
    const dir = await one.smallWorkspace()
    const { rows } = await one.request('lint.run', { dir })
    await other.request('lint.run', { dir })
    const first = rows.slice(0, 1)
    const others = rows.slice(1)
    await Promise.all([
      one.request('lint.setAside', { dir, findings: first, reason }),
      other.request('lint.setAside', { dir, findings: others, reason }),
      one.request('lint.switch', { dir, rules: ['overlap'], isOn: false }),
      other.request('lint.switch', { dir, rules: ['edge-self'], isOn: false }),
    ])
    for (const { request } of [one, other]) {
      const { total, rules } = await request('lint.run', { dir, show: 'set-aside' })
      expect(total).toBe(rows.length)
      expect(
        rules
          .filter(({ isOn }) => !isOn)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['edge-self', 'overlap'])
    }
  })
})

describe('what lint finds in a list', () => {
  it('is told by severity and by words', async () => {
    const { request, dir } = await withFaults()
    const errors = await request('lint.run', { dir, severities: ['error'] })
    expect(errors.rows.map(({ severity }) => severity)).toEqual(['error'])
    const weather = await request('lint.run', { dir, search: 'get_weather' })
    expect(weather.rows.map(({ rule }) => rule)).toContain('edge-dangling')
    expect((await request('lint.run', { dir, search: 'zzzz' })).total).toBe(0)
  })

  it('tells a tool of a pair that the other one is like it', async () => {
    const { request, dir, file } = await withFaults()
    const twins = ['mail_letter', 'post_letter'].map((name) => ({
      type: 'function',
      function: { name, description: 'Sends a letter on paper to one person.', parameters: {} },
    }))
    await request('import.commit', { dir, path: await file('twins.json', twins) })
    for (const name of ['mail_letter', 'post_letter']) {
      const { rows } = await request('lint.run', { dir, tool: tool(name) })
      expect(rows.find(({ rule }) => rule === 'near-duplicate')).toMatchObject({
        tool: 'post_letter',
        other: 'mail_letter',
      })
    }
  })
})
