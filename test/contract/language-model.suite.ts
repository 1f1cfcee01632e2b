import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askModel } from '../../src-main/pipeline/ask'
import type { OpenLanguageModel } from '../../src-main/ports/language-model'

const never = new AbortController().signal
/** For models on slow machines, which load first. */
const PATIENCE_MS = 10 * 60 * 1000

interface Case {
  open(): Promise<OpenLanguageModel>
  close?(): Promise<void>
}

const TOOLS = ['get_weather', 'send_mail']
const pick = {
  id: 'pick',
  version: 1,
  answer: z.object({ tool: z.enum(TOOLS) }),
  text: (wish: string) =>
    `Which tool does this: ${wish}? get_weather tells the weather, send_mail sends a mail.`,
}
const definitions = TOOLS.map((name) => ({
  name,
  description: name.replace('_', ' '),
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
}))

/** What every language model does, whatever it is made of. */
export function describeLanguageModel(name: string, { open, close }: Case): void {
  describe(`${name}: language model`, { timeout: PATIENCE_MS }, () => {
    let model: OpenLanguageModel
    beforeAll(async () => {
      model = await open()
    }, PATIENCE_MS)
    afterAll(() => close?.())

    it('gives an answer that fits its prompt’s schema, and counts what it cost', async () => {
      const { answer, call } = await askModel(model)(pick, 'tell me about rain', { signal: never })
      expect(TOOLS).toContain(answer.tool)
      expect(call.promptTokens).toBeGreaterThan(10)
      expect(call.answerTokens).toBeGreaterThan(1)
    })

    it('counts a longer prompt as longer', async () => {
      const cost = async (text: string) =>
        (await model.answer({ text, schema: { type: 'object' }, signal: never })).promptTokens
      const short = await cost('Answer with {}.')
      expect(await cost(`Answer with {}.${' Take your time.'.repeat(20)}`)).toBeGreaterThan(
        short + 20,
      )
    })

    it('says what it is in one line', () => {
      expect(model.fingerprint).toMatch(/^\S.*\S$/)
    })

    it('is not asked once it is stopped', async () => {
      const signal = AbortSignal.abort()
      const asked = model.answer({ text: 'x', schema: { type: 'object' }, signal })
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    })

    it('can be stopped while it answers, and asked again afterwards', async () => {
      const stop = new AbortController()
      const schema = { type: 'array', items: { type: 'string' }, minItems: 200 }
      const text = 'Name 200 different animals as a JSON array.'
      const onSign = () => stop.abort()
      const asked = model.answer({ text, schema, signal: stop.signal, onSign })
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
      const { answer } = await askModel(model)(pick, 'write to ops', { signal: never })
      expect(TOOLS).toContain(answer.tool)
    })

    it('calls only tools that it was offered, with objects, where it calls any', async () => {
      if (!model.callTools) return
      const text = 'Send a mail to ops that says hello.'
      const given = await model.callTools({ text, tools: definitions, signal: never })
      for (const made of given.calls) {
        expect(TOOLS).toContain(made.name)
        expect(made.arguments).toBeTypeOf('object')
      }
      expect(given.promptTokens).toBeGreaterThan(10)
    })
  })
}
