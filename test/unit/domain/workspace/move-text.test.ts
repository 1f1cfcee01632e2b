import { describe, expect, it } from 'vitest'
import { embedderCalled, embedderTitle, isBuiltIn } from '../../../../src-main/domain/model/names'
import {
  aboutTime,
  goesOnByItself,
  moveOffer,
  secondsToEmbed,
} from '../../../../src-main/domain/workspace/move-text'

describe('what embedders are called', () => {
  it.each([
    ['builtin', 'Instant', 'instant'],
    ['sentences', 'Sentences', ' SENTENCES '],
    ['ollama:nomic-embed-text:latest', 'nomic-embed-text', 'ollama:nomic-embed-text:latest'],
  ])('%s is %s, and is meant by “%s”', (name, title, called) => {
    expect(embedderTitle(name)).toBe(title)
    expect(embedderCalled(called)).toBe(name)
  })

  it('says which are part of the product', () => {
    const names = ['builtin', 'sentences', 'ollama:sentences']
    expect(names.filter(isBuiltIn)).toEqual(['builtin', 'sentences'])
  })

  it('lets a stored name be given as well', () => {
    expect(embedderCalled('builtin')).toBe('builtin')
  })
})

describe('a move', () => {
  it('takes as long as its texts are, each with a little around it', () => {
    expect(secondsToEmbed([])).toBe(0)
    const one = secondsToEmbed(['x'.repeat(450)])
    const two = secondsToEmbed(['x'.repeat(450), ''])
    expect(one).toBeCloseTo(102 / 1800)
    expect(two - one).toBeCloseTo(2 / 1800)
  })

  it.each([
    [{ seconds: 60 }, true],
    [{ seconds: 61 }, false],
    [{ seconds: 600, wanted: true }, true],
    [{ seconds: 1, wanted: false }, false],
    [{ seconds: 0, documents: 0 }, false],
    [{ seconds: 0, documents: 0, wanted: true }, false],
  ])('goes on by itself, or not: %j', (state, expected) => {
    expect(goesOnByItself({ documents: 10, embedded: 0, ...state })).toBe(expected)
  })

  it.each([
    [0, 'about 1 second'],
    [42.4, 'about 42 seconds'],
    [360, 'about 6 minutes'],
    [7300, 'about 2 hours'],
  ])('is told in plain words: %d s', (seconds, text) => {
    expect(aboutTime(seconds)).toBe(text)
  })

  it('says what is gained by Sentences alone', () => {
    expect(moveOffer({ to: 'sentences', seconds: 360 })).toMatch(/^about 6 minutes; on our dev/)
    expect(moveOffer({ to: 'ollama:bge-m3', seconds: 360 })).toBe('about 6 minutes')
  })
})
