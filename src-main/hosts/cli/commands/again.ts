import { z } from 'zod'
import { actions, type ActionAnswer } from '../../../features/actions'
import { Problem } from '../../../domain/problem'
import { command } from '../command'
import { WHY } from '../plan-choice'
import { namesOf } from '../recipe-choice'
import { runsText } from '../runs-text'
import { failedAsJson, failureLines, withUnsaved } from '../unsaved-runs'

const { dir } = actions['evaluation.measureAgain'].input.shape

export const again = command({
  summary: 'measure runs again on what is in use now, where that is not what they were measured on',
  args: ['runs'],
  asksModels: true,
  input: {
    dir,
    runs: z
      .array(z.string())
      .default([])
      .describe(
        'the runs, by number or the beginning of an id; left out: of those measured last on the same queries, all that are outdated',
      ),
    why: WHY,
  },
  async run(
    session,
    { dir: place, runs: names, why },
  ): Promise<ActionAnswer<'evaluation.measureAgain'>> {
    const runs =
      names.length > 0 ? await session.request('evaluation.named', { dir: place, runs: names }) : []
    const named = runs.length > 0 && { runs: runs.map(({ id }) => id) }
    const asked = { dir: place, why, ...named }
    return withUnsaved(await session.request('evaluation.measureAgain', asked))
  },
  json: ({ runs, reused, failed }) => ({ runs, reused, failed: failedAsJson(failed) }),
  async print(measured, given, session) {
    if (measured.runs.length + measured.failed.length === 0) {
      return ['All of it was measured on what is in use now.']
    }
    const nameOf = namesOf(await session.request('recipes.list', { dir: given.dir }))
    const named = measured.runs.map((run) => ({ ...run, recipe: nameOf(run) }))
    const measures = await session.request('evaluation.measures', {})
    return named.length > 0 ? [runsText(named, measures)] : []
  },
  failure: (measured) =>
    measured.failed.length === 0
      ? undefined
      : new Problem(
          'unavailable',
          failureLines(measured, { of: 'measurements', nameOf: ({ recipe }) => recipe }).join('\n'),
        ),
})
