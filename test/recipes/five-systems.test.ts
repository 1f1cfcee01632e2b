import { describe, expect, it } from 'vitest'
import { queryOf, type Query } from '../../src-main/domain/query/query'
import { askModel } from '../../src-main/pipeline/ask'
import { diagramOf } from '../../src-main/pipeline/stage'
import type { Kit } from '../../src-main/pipeline/kit'
import type { Recipe } from '../../src-main/pipeline/recipes/recipe'
import { recipes } from '../../src-main/features/recipes'
import { toolsee } from '../../src-main/pipeline/recipes/toolsee'
import { prepare } from '../../src-main/pipeline/runner'
import { catalogTool, id } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { kitOf } from '../fakes/kit'
import { namesOf } from '../fakes/retrievers'
import { recorded } from '../fakes/run-call'
import { scriptedModel, type Script } from '../fakes/scripted-model'

const standardised = (description: string, intent: string) => ({
  description,
  parameters: {},
  response: '',
  examples: [{ intent, arguments: {} }],
})

const TOOLS = [
  catalogTool('send_mail', {
    description: 'Sends a mail.',
    dependencies: [{ on: id('log_in'), kind: 'tool-direct', reason: 'needs a session' }],
    standardised: standardised('send mail', 'write a letter'),
  }),
  catalogTool('read_mail', {
    description: 'Reads mail.',
    dependencies: [{ on: id('log_in'), kind: 'tool-direct' }],
    standardised: standardised('read mail', 'read letters'),
  }),
  catalogTool('book_room', {
    description: 'Books a room.',
    standardised: standardised('book room', 'reserve a room'),
  }),
  catalogTool('log_in', {
    description: 'Opens a session.',
    dependencies: [{ on: id('send_mail'), kind: 'parameter-indirect' }],
    standardised: standardised('open session', 'log in'),
  }),
  catalogTool('wipe_disk', { description: 'Wipes mail and room.', visibility: 'hidden' }),
]

const CONCEPTS = [
  ['mail', 'letter', 'letters'],
  ['send', 'sends', 'write'],
  ['read', 'reads'],
  ['room', 'reserve', 'book', 'books'],
  ['session', 'log', 'in'],
]

const query = queryOf('mail the report and book a room')

const openKit = () => kitOf({ tools: TOOLS, embedder: conceptEmbedder(CONCEPTS) })

/** Runs a recipe, by what a model would answer, as the product would. */
async function answer(
  recipe: Recipe,
  script: Script,
  { k = 3, of = query, kit = openKit(), given = {} }: Ways = {},
) {
  const model = scriptedModel(script)
  const options = recipe.options.parse(given)
  const pipeline = recipe.build(kit, options)
  await prepare(pipeline)
  const admitted = kit.among(options as unknown as Parameters<Kit['among']>[0]).tools
  const ask = askModel(model)
  const { output, steps, call } = await recorded(pipeline, of, { k, ask, admitted })
  return { set: output, steps, call, model, pipeline, ask, admitted }
}
interface Ways {
  k?: number
  of?: Query
  kit?: ReturnType<typeof openKit>
  given?: Record<string, unknown>
}

describe('ToolSEE', () => {
  it('puts what is unlike the tools before it earlier, and asks no model', async () => {
    const { set, model } = await answer(
      toolsee,
      {},
      {
        k: 2,
        of: queryOf('send mail, read mail, book a room'),
        given: { diversity: 0.8, clauses: false },
      },
    )
    expect(namesOf(set)).toContain('book_room')
    expect(model.questions).toEqual([])
  })

  it('finds only what the agent does not hold, when it searches again', async () => {
    const kit = openKit()
    const pipeline = toolsee.expand?.(kit, toolsee.options.parse({}))
    if (!pipeline) throw new Error('ToolSEE searches again.')
    const { output } = await recorded(pipeline, { ...query, held: [id('send_mail')] })
    expect(namesOf(output)).not.toContain('send_mail')
    expect(namesOf(output)).toContain('book_room')
  })
})

describe('every system', () => {
  it.each(recipes.all.map((recipe) => [recipe.id, recipe] as const))(
    '%s can be drawn without a catalog',
    (_, recipe) => {
      const kit = kitOf({ tools: [], embedder: conceptEmbedder(CONCEPTS) })
      const nodes = diagramOf(recipe.build(kit, recipe.options.parse({})))
      expect(nodes.length).toBeGreaterThan(1)
    },
  )
})
