import { expect, it } from 'vitest'
import { toolId } from '../../../src-main/domain/tool/tool'
import { trecQrels, trecRun } from '../../../src-main/exporting/trec'
import { outcomes } from '../../fixtures/workspace/content'

const [first] = outcomes(1)
if (!first) throw new Error('There is no outcome.')
const of = (changed: object) => [{ ...first, id: 'q 1', ...changed }]
const mail = toolId('send mail', 'hub')
const post = toolId('post')

it('a run gives each tool a line, its score falling, and no name takes two columns', () => {
  expect(trecRun(of({ tools: [mail, post] }), 'bm25-1')).toBe(
    'q%201 Q0 hub/send%20mail 1 2 bm25-1\nq%201 Q0 post 2 1 bm25-1\n',
  )
  expect(trecRun(of({ tools: [] }), 'bm25-1')).toBe('')
})

it('qrels give each right tool once, with its grade as a whole number', () => {
  const graded = of({ golden: [mail, post, post], grades: { [post]: 2.4 } })
  expect(trecQrels(graded)).toBe('q%201 0 hub/send%20mail 1\nq%201 0 post 3\n')
})
