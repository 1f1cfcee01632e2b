import { expect, it } from 'vitest'
import { inSmall, terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()

it('pins, hides, lists and shows again what agents are not to write', async () => {
  await importSmall()
  const parameters = (...words: string[]) => pegboard('parameters', ...words, ...inSmall)
  expect((await parameters()).out).toContain('Agents are shown every parameter.')
  expect((await parameters('pin', '*', 'city', 'Zurich')).out).toContain(
    'Pegboard puts in: “city” of * pinned to "Zurich".',
  )
  expect((await parameters('hide', 'send_email', 'subject')).out).toContain(
    'Agents see no more: “subject” of send_email hidden.',
  )
  expect((await parameters()).out).toMatch(/“city” of \* pinned to "Zurich" +1 +\d+/)
  expect((await parameters('show', '*', 'city')).out).toContain('Agents see again: “city” of *.')
  const { err, code } = await parameters('hide', '*', 'nothing')
  expect(code).not.toBe(0)
  expect(err).toContain('has a parameter “nothing”')
})
