import { setName } from '../golden/set-names'

/** A data set below the folder that is imported: its name where there are several, and which files are its own. */
export interface DataSet<Corpus, Queries, Qrels> {
  /** Empty where it is the only one. */
  name: string
  corpus: Corpus[]
  queries: Queries[]
  qrels: Qrels[]
}

interface Placed {
  path: string
}

/** Folders that hold one part of a data set and are not the data set's own. */
const OF_PART = /^(corpus|queries|qrels|documents|docs|tools|data|train|dev|test)$/i
const PART_WORDS =
  /(^|-)(corpus|queries|query|questions|qrels|documents|tools|train|dev|valid|validation|test)(?=-|$)/g

/**
 * The data sets of some files: every folder with a corpus is one, and so is every stem (`sea-corpus.jsonl`) where one
 * folder has corpora of several. Queries and judgements go to the set in whose folder they are, or else the nearest.
 */
export function dataSets<Corpus extends Placed, Queries extends Placed, Qrels extends Placed>({
  corpus,
  queries,
  qrels,
}: {
  corpus: Corpus[]
  queries: Queries[]
  qrels: Qrels[]
}): DataSet<Corpus, Queries, Qrels>[] {
  const folders = Map.groupBy(corpus, ({ path }) => folderOf(path))
  const sets = [...folders].flatMap(([folder, files]) => {
    const stems = Map.groupBy(files, ({ path }) => stemOf(path))
    return [...stems].map(([stem, own]) => ({
      folder,
      stem: stems.size > 1 ? stem : '',
      set: { name: '', corpus: own, queries: [] as Queries[], qrels: [] as Qrels[] },
    }))
  })
  const homeOf = ({ path }: Placed) =>
    sets.toSorted((a, b) => nearness(path, b) - nearness(path, a))[0]?.set
  for (const file of queries) homeOf(file)?.queries.push(file)
  for (const file of qrels) homeOf(file)?.qrels.push(file)
  if (sets.length > 1) for (const { folder, stem, set } of sets) set.name = nameOf(folder, stem)
  return sets.map(({ set }) => set)
}

/** The folder of the data set that a file belongs to. */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  while (OF_PART.test(folders.at(-1) ?? '')) folders.pop()
  return folders.join('/')
}

const stemOf = (path: string): string => setName(path).replace(PART_WORDS, '').replace(/^-|-$/g, '')

const nameOf = (folder: string, stem: string): string =>
  [folder.split('/').at(-1) ?? '', stem].filter((part) => part !== '').join('-') || 'main'

/** How near a file is to a data set: the folders they share, then a stem in its name or folder. */
function nearness(path: string, { folder, stem }: { folder: string; stem: string }): number {
  const own = folderOf(path).split('/')
  const wanted = folder.split('/')
  const differs = wanted.findIndex((name, at) => own[at] !== name)
  const shared = differs < 0 ? wanted.length : differs
  const whole = folderOf(path) === folder ? 1000 : differs < 0 ? 100 : 0
  const named =
    stem !== '' && setName(path.replaceAll('/', '-')).includes(stem) ? stem.length / 1000 : 0
  return whole + shared + named
}
