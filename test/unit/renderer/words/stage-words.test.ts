import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capitalised } from '../../../../src-main/domain/value/capitalised'
import { recipes } from '../../../../src-main/features/recipes'
import { stagesOf } from '../../../../src-main/pipeline/stage'
import { stageTitle } from '../../../../src-main/domain/trace/stage-title'
import { pipelineOf } from '../../../recipes/kitchen-catalog'

const PIPELINE = 'src-main/pipeline'

/**
 * Stages as the source names them, each on a line of its own, whichever options it takes to have
 * one.
 */
const inSource = readdirSync(PIPELINE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [
    ...readFileSync(join(PIPELINE, file), 'utf8').matchAll(/^ +name: '([^']+)',$/gm),
  ])
  .map(([, name]) => name as string)
const inRecipes = recipes.all.flatMap((recipe) =>
  stagesOf(pipelineOf(recipe)).map(({ name }) => name),
)

test('every stage is told of in everyday words', () => {
  const names = [...new Set([...inSource, ...inRecipes])]
  const missing = names.filter((name) => stageTitle(name) === capitalised(name))
  expect(missing, 'say in src-main/domain/trace/stage-title.ts what they do').toEqual([])
  expect(inSource).toContain('step back')
  expect(inRecipes).toContain('bm25')
})
