import { expect, it } from 'vitest'
import { getServed } from '../../../../src-main/app/serving/get-served'
import { catalogTool } from '../../../fakes/catalog-tool'
import { asked, servedPlace } from './served-place'

const mail = catalogTool('mail/send', { description: 'Sends a mail.' })
const chat = catalogTool('chat/send', { description: 'Sends a message.' })
const list = catalogTool('mail/list', { description: 'Lists mails.', visibility: 'hidden' })

it('gives each tool once, whichever names mean it, and says what no tool has', async () => {
  const at = servedPlace([mail, chat])
  const told = await getServed(at, { ...asked(), names: ['mail/send', 'send', 'delete'] })
  expect(told).toMatchObject({
    answer: { tools: [{ name: 'mail/send' }, { name: 'chat/send' }], unknown: ['delete'] },
    kept: { tools: ['mail/send', 'chat/send'], unknown: ['delete'] },
  })
})

it('knows no tool that the recipe may not find', async () => {
  const at = servedPlace([mail, list])
  const told = await getServed(at, { ...asked(), names: ['list', 'send'] })
  expect(told).toMatchObject({ answer: { tools: [{ name: 'send' }], unknown: ['list'] } })
  const options = { visibilities: ['hidden'] }
  const ofHidden = await getServed(at, { ...asked({ options }), names: ['list', 'send'] })
  expect(ofHidden).toMatchObject({ answer: { tools: [{ name: 'list' }], unknown: ['send'] } })
})

it.each([
  [50, undefined],
  [51, 'Only 50 of 51 tools.'],
])('gives 50 tools at most: of %i that share a name', async (count, note) => {
  const tools = Array.from({ length: count }, (_, at) => catalogTool(`server${at}/send`))
  const told = await getServed(servedPlace(tools), { ...asked(), names: ['send'] })
  expect(told).toHaveProperty('answer.tools.length', 50)
  expect(told.kept.tools).toHaveLength(50)
  expect(told.kept.note).toBe(note)
})

it('keeps no more tools than the answer has room for', async () => {
  const large = (name: string) => catalogTool(name, { description: 'x'.repeat(40_000) })
  const names = Array.from({ length: 50 }, (_, at) => `${'name '.repeat(180)}${at}`)
  const told = await getServed(servedPlace(names.map(large)), { ...asked(), names })
  const given = 'answer' in told ? told.answer.tools.length : 0
  expect(given).toBeGreaterThan(0)
  expect(given).toBeLessThan(50)
  expect(told.kept.tools).toEqual(names.slice(0, given))
})
