import { z } from 'zod'
import { actions } from '../actions'
import { AdviceTarget } from '../../domain/run/advice'
import { command } from '../../hosts/cli/command'
import { priceOf } from '../../hosts/cli/price-choice'
import { runsTogether } from '../../hosts/cli/run-choice'
import { saveOffered } from '../../hosts/cli/save-offered'

const { dir, runs, baseline } = actions['evaluation.together'].input.shape
const { k } = actions['evaluation.report'].input.shape
const { recall, tokens } = AdviceTarget.shape

const report = command({
  summary: 'write runs side by side into one HTML file, which opens without Pegboard',
  args: ['runs'],
  input: {
    dir,
    runs,
    baseline,
    k,
    recall,
    tokens,
    model: z.string().optional().meta({
      title: 'name',
      description: 'the model whose price to show; default: the first of `pegboard prices`',
    }),
    out: z.string().meta({ title: 'file', description: 'where to write it, such as report.html' }),
  },
  async run(session, given) {
    const { dir: place, runs: names, baseline: wanted } = given
    const named = { dir: place, runs: names, baseline: wanted }
    const { runs: together } = await runsTogether(session, named)
    const offered = await session.request('evaluation.report', {
      dir: place,
      k: given.k,
      price: await priceOf(session, given.model),
      ...((given.recall ?? given.tokens) !== undefined && {
        target: { recall: given.recall, tokens: given.tokens },
      }),
      runs: together.map(({ run }) => run.id),
      labels: together.map(({ label }) => label),
    })
    const file = session.path(given.out)
    await saveOffered(session, offered, file)
    for (const why of offered.failed ?? []) session.remark(why)
    return { ...offered, file }
  },
})

export const commands = { report }
