import type { ChapterId } from '../../src-main/contract/chapters'

const FILES = import.meta.glob<string>('../../resources/docs/*.md', {
  query: '?raw',
  import: 'default',
})

/** A chapter's Markdown. */
export const readChapter = async (id: ChapterId): Promise<string> =>
  (await FILES[`../../resources/docs/${id}.md`]?.()) ?? ''
