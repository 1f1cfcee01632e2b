import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHAPTERS } from '../../src-main/contract/chapters'

const DOCS = resolve('resources/docs')
const chapters = readdirSync(DOCS).map((name) => resolve(DOCS, name))
const texts = [resolve('README.md'), resolve('test/bench/README.md'), ...chapters]

/** Where the links and pictures of a text lead to, but for the net and its own parts. */
const linksOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) =>
    /^(https:|#)/.test(href) ? [] : [href.replace(/#.*$/, '')],
  )

describe('the manual', () => {
  it.each(texts)('%s leads to what is there', (file) => {
    const gone = linksOf(file).filter((href) => !existsSync(resolve(dirname(file), href)))
    expect(gone).toEqual([])
  })

  it('begins on one page', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150)
  })

  it('shows each chapter in the window, under the title that it has, and links to it', () => {
    const named = chapters.map((file) => [
      file.replace(/^.*\/([^/]+)\.md$/, '$1'),
      /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1],
    ])
    expect(CHAPTERS.map(({ id, title }) => [id, title]).toSorted()).toEqual(named.toSorted())
    const links = linksOf(resolve('README.md'))
    for (const { id } of CHAPTERS) expect(links).toContain(`resources/docs/${id}.md`)
  })
})
