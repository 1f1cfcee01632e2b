import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProposedPart } from '../../../domain/proposal/text'
import { PROMPTS } from '../../../pipeline/prompts/registry'
import { QUOTED_IN_BRIEF, QUOTED_IS_DATA } from '../../../pipeline/prompts/quoted'
import { sifted, type JunkContext } from '../junk-texts'

const DESCRIPTION =
  'Discover complimentary images to enhance your generated article or to highlight specific paragraphs from Unsplash.'
const context = (over: Partial<JunkContext> = {}): JunkContext => ({
  part: 'questions',
  instruction: 'What it can do: Ours alone, said in so many words of our own making.',
  name: 'image_search',
  own: [DESCRIPTION],
  ...over,
})
const sift = (text: string, over?: Partial<JunkContext>) => sifted([text], context(over))

// As written by models of 135M to 1.5B, with what a person would say to them.
describe('a text of a small model', () => {
  it.each([
    'I need some pictures for my blog post about hiking.',
    'Are there any free photos of the sea?',
    'find photos of cats',
    'Where is it raining now?',
    'I need a gift that is perfect for my mother',
    'Can you translate this?',
    '找一张猫的照片',
    'Convert x and y to polar coordinates for me',
    'Show me the releases of data on 2024-05-01, with their prices in EUR',
  ])('is kept: %s', (text) => {
    expect(sift(text)).toEqual({ texts: [text], junk: [] })
  })

  it.each([
    ['I need to plot my sales. Can you help me with that?', 'I need to plot my sales.'],
    ['- Draw my sales by month', 'Draw my sales by month'],
    [': I want to draw a chart of my runs', 'I want to draw a chart of my runs'],
    [
      'I need to score my cards in cribbage. Can you describe how this tool works?',
      'I need to score my cards in cribbage.',
    ],
  ])('loses what says nothing: %s', (text, kept) => {
    expect(sift(text)).toEqual({ texts: [kept], junk: [] })
  })

  it.each([
    ['one JSON value a line', 'repeats the prompt'],
    ['with details of their own lives', 'repeats the prompt'],
    ['ours alone said in so many words of our own making', 'repeats the prompt'],
    ['photos photos photos of the sea', 'repeats itself'],
    ['a b c a b c a b c a b c', 'repeats itself'],
    ['images', 'is no sentence'],
    ['Unsplash images', 'is no sentence'],
    ['news. images. music. movies', 'is a list of words'],
    ['photo, article, highlight, paragraph', 'is a list of words'],
    ['Can you help me with that?', 'says nothing'],
    ['Can you help me create one quickly?', 'says nothing'],
    ['Can you help me find them?', 'says nothing'],
    ['That sounds great! Let’s get started.', 'says nothing'],
    ['I’ll make sure everything is done right and on time.', 'is what an assistant says'],
    ['I’m excited to try DeployScript!', 'praises the tool'],
    ['none', 'says nothing'],
    [
      'I want to enhance my generated article or to highlight specific paragraphs from Unsplash',
      'repeats what the tool says already',
    ],
    ['What does this tool do?', 'is about the tool itself'],
    ['Cloudflare is a powerful tool that can help me with traffic', 'praises the tool'],
    ['It has saved me a lot of time at work', 'praises the tool'],
    ['HeyGen is perfect for businesses', 'praises the tool'],
    ['What would you like to chat about?', 'is what an assistant says'],
    ['I’m not sure what you’re asking for.', 'is what an assistant says'],
    ['I’m excited to help you with your project', 'is what an assistant says'],
    ['Could you please provide more details or context?', 'is what an assistant says'],
    ['I want to use image_search for my post', 'is about the tool itself'],
    ['Can you provide me with the JSON code for that picture?', 'is about the tool itself'],
    ['Sure, I can paint that for you.', 'is what an assistant says'],
    ['I am an AI language model that writes articles', 'is what an assistant says'],
    ['Find photos of [city] for me', 'has a placeholder'],
    ['Find photos with the key sk-abcdefghijklmnop1234', 'holds what looks like a secret'],
    ['Find photos with aB3dE5fG7hI9jK1lM3nO5pQ7', 'holds what looks like a secret'],
    [
      'pictures of long things and pictures of long things and pictures of long things and',
      'repeats itself',
    ],
  ])('is junk: %s', (text, why) => {
    expect(sift(text)).toEqual({ texts: [], junk: [why] })
  })

  it('is junk where it is another tool’s, or ends where the server cut it', () => {
    const isOfAnother = () => true
    expect(sift('Send a letter to my aunt', { isOfAnother }).junk).toEqual([
      'is said of another tool',
    ])
    const cut = Array.from({ length: 60 }, (_, at) => `word${at}`)
      .join(' ')
      .slice(0, 300)
    expect(sift(cut).junk).toEqual(['ends in mid-sentence'])
  })

  it('never has eight words in a row of a prompt', () => {
    const prompts = [...PROMPTS.map(({ wording }) => wording), QUOTED_IS_DATA, QUOTED_IN_BRIEF]
    const words = prompts
      .map((text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
      .filter((each) => each.length >= 8)
    const parts: ProposedPart[] = ['questions', 'description', 'whenToUse', 'limits', 'topics']
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.nat(),
        fc.tuple(fc.lorem({ maxCount: 5 }), fc.lorem({ maxCount: 5 })),
        fc.constantFrom(...parts),
        (prompt, start, [before, after], part) => {
          const at = start % (prompt.length - 7)
          const run = prompt.slice(at, at + 8).join(' ')
          const { texts } = sift(`${before} ${run} ${after}`, { part })
          expect(texts.filter((text) => text.includes(run))).toEqual([])
        },
      ),
    )
  })
})
