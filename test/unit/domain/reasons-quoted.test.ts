import { expect, it } from 'vitest'
import { reasonsOf } from '../../../src-main/domain/reasons'

it('a long logged query is quoted by its beginning beside the tools that it brought', () => {
  const query = 'plan a week '.repeat(20)
  const [reason = ''] = reasonsOf([{ kind: 'bundle', bundle: 'b', query }])
  expect(reason.length).toBeLessThan(140)
  expect(reason).toMatch(/^a logged query like this one took it: “plan a week .* …”$/)
})
