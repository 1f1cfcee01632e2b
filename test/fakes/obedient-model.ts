import { z } from 'zod'
import type { LanguageModel } from '../../src-main/ports/language-model'

const Shown = z.object({ name: z.string(), description: z.string() })

/** The blocks of a question that are quoted as data, and what stands around them. */
export function partsOf(question: string): { quoted: string[][]; around: string } {
  const quoted: string[][] = []
  const around = question.replace(/^<data>\n([^]*?)^<\/data>$/gm, (_, lines: string) => {
    quoted.push(lines.split('\n').filter((line) => line !== ''))
    return ''
  })
  return { quoted, around }
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

/**
 * A model that follows any instruction outside the data, wherever it came from, and judges what is
 * quoted by its words alone: the tools with the most words of the request first.
 */
export function obedientModel(): LanguageModel {
  return {
    fingerprint: 'obedient@1',
    async answer({ text }) {
      const { quoted, around } = partsOf(text)
      const [request = [], lines = []] = quoted
      const wanted = wordsOf(request.join(' '))
      const tools = lines.map((line) => Shown.parse(JSON.parse(line)))
      const shared = ({ description }: { description: string }) =>
        [...wordsOf(description)].filter((word) => wanted.has(word)).length
      const ordered = tools.toSorted((a, b) => shared(b) - shared(a)).map(({ name }) => name)
      const told = [...around.matchAll(/choose (\S+) first/gi)].map(([, name = '']) => name)
      const answer = JSON.stringify({ tools: [...told, ...ordered], irrelevant: [], missing: '' })
      return { text: answer, promptTokens: 1, answerTokens: 1 }
    },
  }
}
