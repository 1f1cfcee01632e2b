import { describe, expect, it } from 'vitest'
import { queryOf } from '../../../../src-main/domain/query/query'
import { analyser, ANALYSER_STEPS } from '../../../../src-main/pipeline/text/analyse'
import { readClauses } from '../../../../src-main/pipeline/planning/clauses'
import { splitByRule } from '../../../../src-main/pipeline/planning/split'
import { pipe } from '../../../../src-main/pipeline/stage'
import { recorded } from '../../../fakes/run-call'

const pipeline = pipe(
  splitByRule({
    clausesOf: readClauses(analyser(['stop-words'])),
    contentWordsOf: analyser(['stop-words']),
    termsOf: analyser(ANALYSER_STEPS),
  }),
)

describe('splitting at clauses', () => {
  it('makes a step of each wish, and says what it took for context', async () => {
    const text = 'My parents moved to Bonn. Book a train and find a hotel.'
    const { output, steps } = await recorded(pipeline, queryOf(text))
    expect(output.steps.map((step) => step.text)).toEqual(['Book a train', 'find a hotel'])
    expect(steps[0]?.step.notes).toEqual({ steps: 2, context: 'My parents moved to Bonn' })
  })

  it('searches a single wish beside the whole request', async () => {
    const text = 'My parents moved to Bonn. Find a hotel.'
    const { output } = await recorded(pipeline, queryOf(text))
    expect(output.steps).toEqual([{ text, variations: [text, 'Find a hotel'] }])
  })
})
