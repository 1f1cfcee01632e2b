/** The chapters that ship with the program, in the order in which they are read. */
const TITLES = {
  'first-steps': 'First steps',
  sources: 'Sources',
  'golden-queries': 'Golden queries',
  improving: 'Improving what tools say',
  'choosing-k': 'Choosing k',
  serving: 'Serving agents',
  publishing: 'Publishing',
  sizes: 'Sizes',
  recipes: 'Recipes',
  terminal: 'In a terminal',
  data: 'Where data lives',
  changes: 'What is new',
  about: 'About Pegboard',
}

/** A chapter by its file's name without the ending, which others link to. */
export type ChapterId = keyof typeof TITLES

export const CHAPTERS = (Object.keys(TITLES) as ChapterId[]).map((id) => ({
  id,
  title: TITLES[id],
}))

export const isChapter = (id: string): id is ChapterId => Object.hasOwn(TITLES, id)

/** The chapter of the manual that a link inside it leads to. */
export function linkedChapter(href: string): ChapterId | undefined {
  const [, id] = /^([\w-]+)\.md(?:#.*)?$/.exec(href) ?? []
  return id !== undefined && isChapter(id) ? id : undefined
}
