import { describe, expect, it } from 'vitest'
import { conceptEmbedder } from '../../../../test/fakes/embedder'
import { fieldsWorkspace, importFields, queriesOf } from '../../../../test/app/fields-catalog'
import { emptyFolder, openAppWith } from '../../../../test/app/open-app'
import { programsOnOneFolder } from '../../../../test/app/two-programs'

const learning = { goldenSet: 'queries', comparedBy: 'words' } as const

/**
 * Two programs on one workspace. What `meanwhile` is given happens when the first has learned and
 * is about to write.
 */
async function twoLearners() {
  const { first, second, meanwhile } = await programsOnOneFolder()
  const dir = await fieldsWorkspace(first, 60)
  const names = async () =>
    (await second.request('weights.list', { dir })).map(({ name, origin }) => `${origin} ${name}`)
  return { first, second, dir, meanwhile, names }
}

/** Files of published weights. */
const published = (description = 1) => ({
  'x_fold_0_learned_params.json': {
    base_weight: [[description, 0, 0, 0]],
    base_bias: [0],
    tau: 0.4,
    w_req: 0,
    w_opt: 0,
    alpha: 15,
  },
})

describe('two programs that learn weights at once', () => {
  it('keep both under names of their own', async () => {
    const { first, second, dir, meanwhile, names } = await twoLearners()
    meanwhile(() => second.request('weights.learn', { dir, ...learning, name: 'theirs' }))
    await first.request('weights.learn', { dir, ...learning, name: 'ours' })
    expect((await names()).toSorted()).toEqual(['learned ours', 'learned theirs'])
  })

  it('keep the later under the same name, whole', async () => {
    const { first, second, dir, meanwhile, names } = await twoLearners()
    meanwhile(() => second.request('weights.learn', { dir, ...learning, seed: 8 }))
    const learned = await first.request('weights.learn', { dir, ...learning, seed: 9 })
    expect(await names()).toEqual(['learned learned by words'])
    const [kept] = await second.request('weights.list', { dir })
    expect(kept).toMatchObject({ weights: learned.weights, learning: { seed: 9 } })
  })
})

describe('while weights are learned', () => {
  it('what another program edits, imports and deletes stays so', async () => {
    const { first, second, dir, meanwhile, names } = await twoLearners()
    await first.request('weights.learn', { dir, ...learning, name: 'old' })
    const id = (await first.request('catalog.ids', { dir })).ids[0] ?? ''
    meanwhile(async () => {
      await second.request('catalog.saveLayer', { dir, id, layer: { note: 'Kept.' } })
      await second.request('weights.delete', { dir, names: ['old'] })
      await second.request('golden.delete', { dir, set: 'queries' })
    })
    const learned = await first.request('weights.learn', { dir, ...learning, name: 'new' })
    expect(await names()).toEqual(['learned new'])
    expect((await second.request('catalog.tool', { dir, id })).entry.layer.note).toBe('Kept.')
    expect(await second.request('golden.list', { dir })).toEqual([])
    // What they were learned from is told all the same.
    expect(learned.learning?.goldenSet).toBe('queries')
  })

  it('published ones imported under their name are not overwritten, and it is said', async () => {
    const { first, second, dir, meanwhile, names } = await twoLearners()
    meanwhile(() => importFields(second, dir, { count: 60, files: published() }))
    const reply = await first.reply('weights.learn', { dir, ...learning, name: 'published x' })
    expect(reply).toMatchObject({
      error: { code: 'conflict', fix: 'Choose another name.' },
    })
    expect(await names()).toEqual(['published published x'])
  })
})

describe('learned weights', () => {
  it('are not used with another embedder, which the answer says', async () => {
    const folder = await emptyFolder()
    const concepts = [['send'], ['read'], ['mail'], ['room']]
    const app = await openAppWith(conceptEmbedder(concepts, 'first'), folder)
    const dir = await fieldsWorkspace(app, 60)
    const learned = await app.request('weights.learn', { dir, ...learning, comparedBy: 'meaning' })
    expect(learned.embedder).toBe('first')
    const other = await openAppWith(conceptEmbedder(concepts, 'second'), folder)
    const ask = (weights: string) => {
      const options = { weights, comparedBy: 'meaning' }
      return other.request('query.run', { dir, text: 'send a mail', recipe: 'mftr', options })
    }
    const { degraded, tools } = await ask('learned')
    expect(degraded.join()).toContain(
      'The weights “learned by meaning” are of another embedder, not of concepts: all fields count equally; learn them again',
    )
    expect(tools).toEqual((await ask('equal')).tools)
  })
})

describe('an import of published weights', () => {
  it('leaves learned ones of their name as they are, and says so', async () => {
    const { first, dir, names } = await twoLearners()
    await first.request('weights.learn', { dir, ...learning, name: 'published x' })
    const { report } = await importFields(first, dir, { count: 60, files: published() })
    expect((await names()).toSorted()).toEqual(['learned published x', 'published published x-2'])
    expect(report.find(({ where }) => where === 'weights of fields')).toMatchObject({
      why: 'Other weights here have this name and stay: these are kept as “published x-2”',
    })
  })

  it('puts newer ones of the same folds in the place of the older, and others beside', async () => {
    const { first, dir, names } = await twoLearners()
    const [one, ...others] = queriesOf(60)
    const folds = { 'fold_0_test_queries.json': [one], 'fold_1_test_queries.json': others }
    await importFields(first, dir, { count: 60, files: { ...folds, ...published() } })
    await importFields(first, dir, { count: 60, files: { ...folds, ...published(2) } })
    const { report } = await importFields(first, dir, {
      count: 60,
      files: { ...folds, ...published(2) },
    })
    expect(report.filter(({ where }) => where === 'weights of fields')).toEqual([])
    expect(await names()).toEqual(['published published x'])
    expect((await first.request('weights.list', { dir }))[0]?.weights.description).toBe(2)
    const swapped = { 'fold_0_test_queries.json': others, 'fold_1_test_queries.json': [one] }
    await importFields(first, dir, { count: 60, files: { ...swapped, ...published() } })
    expect(await names()).toEqual(['published published x', 'published published x-2'])
  })
})
