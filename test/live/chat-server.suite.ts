import { beforeAll, describe, expect, it } from 'vitest'
import { ollamaEmbedders } from '../../src-main/adapters/ollama/ollama-embedders'
import { ollamaLanguageModels } from '../../src-main/adapters/ollama/ollama-language-models'
import { ollamaModelServer } from '../../src-main/adapters/ollama/ollama-model-server'
import { shortName } from '../../src-main/domain/model/names'
import type { OpenLanguageModel } from '../../src-main/ports/language-model'

const never = new AbortController().signal

const schema = {
  type: 'object',
  properties: {
    word: { type: 'string', maxLength: 200 },
    colour: { enum: ['red', 'green', 'blue'] },
    answers: { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 3 },
  },
  required: ['word', 'colour', 'answers'],
  additionalProperties: false,
}
const fields = Object.keys(schema.properties)
const sky = 'Describe the sky.'
const grass = 'Describe the grass.'

/** What a server does with a model that chats, asked through the adapters. */
export function describeChatServer(name: string, url: string): void {
  describe(`${name}: on its server`, () => {
    let model: OpenLanguageModel
    beforeAll(async () => {
      model = await ollamaLanguageModels(() => url).open(`ollama:${name}`, never)
    })
    const ask = async (text: string) => (await model.answer({ text, schema, signal: never })).text
    const described = async () => {
      const { version, models } = await ollamaModelServer(() => url).list(never)
      const info = models.find(({ title }) => title === shortName(name))
      return { version, info }
    }

    it('is listed and described', async () => {
      await ask(sky)
      const { version, info } = await described()
      expect(version).toMatch(/^\d+\.\d+/)
      expect(info).toMatchObject({ isRemote: false })
      expect(info?.capabilities).toContain('completion')
      expect(info?.size).toBeGreaterThan(1_000_000)
      expect(info?.digest).toMatch(/^[0-9a-f]{64}$/)
      expect(info?.contextTokens).toBeGreaterThan(1000)
      expect(info?.loaded?.contextTokens).toBeGreaterThan(1000)
    })

    it('writes all fields of a schema, in its order or in that of the alphabet', async () => {
      const answer = JSON.parse(await ask(sky)) as Record<string, unknown>
      expect([fields, fields.toSorted()]).toContainEqual(Object.keys(answer))
      expect(answer['word']).toBeTypeOf('string')
      expect(['red', 'green', 'blue']).toContain(answer['colour'])
      expect(answer['answers']).toSatisfy(
        (answers: unknown[]) =>
          [2, 3].includes(answers.length) && answers.every((each) => typeof each === 'boolean'),
      )
    })

    it('gives the same question the same answer', async () => {
      const first = await ask(sky)
      expect(await ask(sky)).toBe(first)
    })

    it('answers two questions at once', async () => {
      for (const answer of await Promise.all([ask(sky), ask(grass)])) {
        expect(Object.keys(JSON.parse(answer) as object).toSorted()).toEqual(fields.toSorted())
      }
    })

    it('tells of an answer that was cut', async () => {
      // A token holds more than two letters of English, but no whole letter of a rare script.
      const rare = 'ᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫ'.repeat(6)
      const given = await model.answer({
        text: 'Repeat it.',
        schema: { type: 'object', properties: { text: { enum: [rare] } }, required: ['text'] },
        signal: never,
      })
      expect(given.fault).toMatch(/^it was cut after \d+ tokens/)
      expect(rare.startsWith(given.text.split('"')[3] ?? 'nothing')).toBe(true)
    })

    it('refuses a prompt that is too long, and says how long it is', async () => {
      const { info } = await described()
      const text = 'one two three four '.repeat((info?.contextTokens ?? 0) / 3)
      await expect(ask(text)).rejects.toMatchObject({
        name: 'Problem',
        message: expect.stringMatching(/^The prompt has [\d,]+ tokens; the model .* reads [\d,]+/),
      })
      expect(await ask(sky)).not.toBe('')
    })

    it('answers the next question once one is stopped before its first word', async () => {
      const stop = new AbortController()
      const text = `${'one two three four '.repeat(300)} ${sky}`
      const asked = model.answer({ text, schema, signal: stop.signal })
      const next = ask(grass)
      setTimeout(() => stop.abort(), 50)
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
      expect(JSON.parse(await next)).toHaveProperty('word')
    })

    it('is refused as an embedder where it only chats', async (test) => {
      const { info } = await described()
      if (info?.capabilities.includes('embedding')) return test.skip()
      const opened = ollamaEmbedders(() => url).open(`ollama:${name}`, never)
      return expect(opened).rejects.toMatchObject({
        message: `The model ${shortName(name)} cannot embed.`,
      })
    })
  })
}
