import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../domain/tool/tool'
import { AIRLINE, airlineWorkspace } from '../../../../test/app/airline'
import { openApp } from '../../../../test/app/open-app'
import { BOOK, but, PASTA, rewritten, standardising } from '../../../../test/app/standardising'

const TOOLS = AIRLINE.map(({ function: { name } }) => name)

describe('standardising a catalog', () => {
  it('asks once for each tool, and takes what the schema says from the schema', async () => {
    const { standardise, counts, fields, asked, progress } = await standardising()
    expect(await counts()).toEqual({ data: 0, written: 0, refused: 0, stale: 0, none: 5 })
    expect(await standardise()).toMatchObject({ asked: 5, written: 5, refusals: 0, left: 0 })
    expect(asked().toSorted()).toEqual(TOOLS.toSorted())
    expect(progress).toContainEqual({
      what: 'Standardising tools',
      done: 4,
      total: 5,
      unit: 'tools',
    })
    expect(await counts()).toMatchObject({ written: 5, none: 0 })
    const { inForce, origins, state, original } = await fields()
    expect(state).toBe('written')
    expect(original.description).toBe('Books a seat on a United flight.')
    expect(inForce).toEqual({
      description: 'In short: Books a seat on a United flight.',
      parameters: {
        session_id: {
          type: 'string',
          description: 'The session_id.',
          required: true,
          example: '1',
        },
        airport_code: {
          type: 'string',
          description: 'The airport_code.',
          required: true,
          example: '1',
        },
      },
      response: 'What came of united_book_flight.',
      examples: [{ intent: 'I want united_book_flight', arguments: { session_id: 'x' } }],
    })
    expect(new Set(Object.values(origins))).toEqual(new Set(['model']))
  })

  it('passes over what is standardised as it is, and goes by the tools chosen', async () => {
    const { standardise, asked } = await standardising()
    await standardise({ ids: [PASTA, PASTA] })
    expect(asked()).toEqual([PASTA])
    expect(await standardise({ ids: [PASTA, BOOK, 'nowhere' as ToolId] })).toMatchObject({
      asked: 1,
      passedOver: 1,
      gone: 1,
    })
    expect(asked()).toEqual([PASTA, BOOK])
    // Asked again, the store of answers knows it.
    expect(await standardise({ ids: [PASTA], again: true })).toMatchObject({ written: 1 })
    expect(asked()).toHaveLength(2)
  })

  it('leaves fields alone that came with the data', async () => {
    const { request, dir, file, standardise, asked, counts } = await standardising()
    const standardised = {
      description: 'Grills.',
      parameters: {},
      response: 'A steak.',
      examples: [],
    }
    const tools = [{ name: 'grill', description: 'Grill it', parameters: {}, standardised }]
    const path = await file('folder.json', { 'servers/kitchen.json': { server: null, tools } })
    await request('import.commit', { dir, path })
    expect(await counts()).toMatchObject({ data: 1 })
    expect(await standardise()).toMatchObject({ asked: 5, withData: 1 })
    expect(asked()).not.toContain('grill')
  })

  it('marks what changed since as stale, compares that by its definition, and asks about it alone', async () => {
    const { request, dir, file, standardise, counts, fields, asked } = await standardising()
    await standardise()
    await request('import.commit', { dir, path: await file('same.json', AIRLINE) })
    expect(await counts()).toMatchObject({ written: 5 })
    const changed = rewritten(BOOK, 'Books a seat, or a whole row.')
    await request('import.commit', { dir, path: await file('new.json', changed) })
    expect(await counts()).toMatchObject({ written: 4, stale: 1 })
    const stale = await fields()
    expect(stale.written?.fields.description).toBe('In short: Books a seat on a United flight.')
    expect(stale.inForce.description).toBe('Books a seat, or a whole row.')
    expect(stale.origins.description).toBe('definition')
    const answer = await request('query.run', { dir, text: 'a seat', recipe: 'mftr' })
    expect(answer.remarks.join()).toContain('1 of 5 tools changed since a model standardised them')
    expect(answer.degraded.join()).not.toContain('standardise')
    expect(await standardise()).toMatchObject({ asked: 1, passedOver: 4 })
    expect(asked().at(-1)).toBe(BOOK)
    // As it was before, it is known.
    await request('import.commit', { dir, path: await file('old.json', AIRLINE) })
    expect(await counts()).toMatchObject({ stale: 1 })
  })

  it('is stale once its author describes the tool otherwise', async () => {
    const { request, dir, standardise, counts } = await standardising()
    await standardise()
    await request('catalog.saveLayer', { dir, id: BOOK, layer: { note: 'Mine.' } })
    expect(await counts()).toMatchObject({ written: 5 })
    await request('catalog.saveLayer', { dir, id: BOOK, layer: { description: 'Flies you.' } })
    expect(await counts()).toMatchObject({ written: 4, stale: 1 })
  })

  it('is what the recipe MFTR compares, once it is there', async () => {
    const { request, dir, standardise } = await standardising(
      but(PASTA, (answer) => ({ ...answer, description: 'Boils spaghetti al dente.' })),
    )
    const ask = { dir, text: 'spaghetti al dente', recipe: 'mftr', k: 1 }
    const options = { comparedBy: 'words' }
    const before = await request('query.run', { ...ask, options })
    expect(before.tools).toEqual([])
    expect(before.remarks.join()).toMatch(/“Hybrid” does as well or better/)
    await standardise()
    const after = await request('query.run', { ...ask, options })
    expect(after.tools.map(({ tool }) => tool)).toEqual([PASTA])
    expect(after.remarks).toEqual([])
    // What is kept on disk of the catalog is made anew.
    expect(after.catalog.content).not.toBe(before.catalog.content)
  })

  it('is said once of a run that lacks it, rather than of each of its queries, and measured anew once it is there', async () => {
    const { request, dir, standardise } = await standardising()
    const cells = { dir, goldenSet: 'asked', recipes: [{ recipe: 'mftr' }], k: [1] }
    const measured = async () => {
      const { runs, reused } = await request('evaluation.run', { ...cells, resume: true })
      return { run: runs[0], isReused: reused.length > 0 }
    }
    const { run } = await measured()
    expect(run?.remarks?.join()).toMatch(/^No tool here has standardised fields.* “Hybrid” does as/)
    expect(run?.degraded).toBe(0)
    expect(await measured()).toMatchObject({ isReused: true })
    await standardise()
    const after = await measured()
    expect([after.isReused, after.run?.remarks]).toEqual([false, undefined])
  })

  it('goes along with a copy, and can be forgotten', async () => {
    const { request, dir, standardise, counts } = await standardising()
    await standardise()
    const copy = await request('workspace.duplicate', { dir, name: 'Copy' })
    expect((await request('fields.list', { dir: copy.dir })).counts).toMatchObject({ written: 5 })
    expect(await request('fields.forget', { dir, ids: [BOOK] })).toMatchObject({ forgotten: 1 })
    expect(await request('fields.forget', { dir })).toMatchObject({ forgotten: 4 })
    expect(await counts()).toMatchObject({ none: 5 })
  })

  it('says that it takes a chat model', async () => {
    const app = await openApp()
    const dir = await airlineWorkspace(app)
    expect(await app.reply('fields.standardise', { dir })).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringContaining('No chat model is chosen') },
    })
  })
})

describe('what an author corrects', () => {
  const corrected = {
    description: 'Reserves a seat.',
    parameters: { session_id: { description: 'Who flies.' }, airport_code: { required: false } },
  }

  it('goes before what a model wrote, through standardising again and imports, and says when the tool changed', async () => {
    const { request, dir, file, fields, standardise } = await standardising()
    await standardise()
    const { version } = await fields()
    const layer = { standardised: { ...corrected, of: version } }
    await request('catalog.saveLayer', { dir, id: BOOK, layer })
    await standardise({ again: true })
    const now = await fields()
    expect(now.inForce).toMatchObject({ ...corrected, response: `What came of ${BOOK}.` })
    expect(now.origins).toEqual({
      description: 'author',
      parameters: 'author',
      response: 'model',
      examples: 'model',
    })
    expect([now.isCorrectionOld, now.uncorrected.description]).toEqual([
      false,
      'In short: Books a seat on a United flight.',
    ])
    const other = AIRLINE.map((tool) =>
      tool.function.name === BOOK
        ? {
            ...tool,
            function: {
              ...tool.function,
              parameters: {
                type: 'object',
                properties: { session_id: {}, row: { type: 'integer' } },
              },
            },
          }
        : tool,
    )
    await request('import.commit', { dir, path: await file('other.json', other) })
    const later = await fields()
    expect([later.state, later.isCorrectionOld]).toEqual(['stale', true])
    // What came is there as the schema has it, what went is not.
    expect(later.inForce.parameters).toEqual({
      session_id: { description: 'Who flies.' },
      row: { type: 'integer', description: '', required: false },
    })
  })

  it.each([
    [{ session_id: {} }, /they leave out “airport_code”/],
    [{ session_id: {}, airport_code: {}, speed: {} }, /they have “speed”, which the tool/],
  ])('cannot leave out or invent a parameter: %#', async (parameters, why) => {
    const { reply, request, dir } = await standardising()
    const layer = { standardised: { parameters } }
    expect(await reply('catalog.saveLayer', { dir, id: BOOK, layer })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringMatching(why) as string },
    })
    const empty = { note: 'Mine.', standardised: { of: 'v' } }
    const saved = await request('catalog.saveLayer', { dir, id: BOOK, layer: empty })
    expect(saved.layer).toEqual({ note: 'Mine.' })
  })
})
