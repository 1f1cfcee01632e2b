import type { OwnFolder } from './client'
import { CLIENTS } from './clients'

interface PlacedFile {
  client: string
  /** Below which folder it lies. */
  file: string
}

const PLACES = CLIENTS.flatMap(({ files }) => Object.entries(files))

/** Where clients keep what is for all projects, below a folder of a person’s own. */
export const filesBelow = (folder: OwnFolder): PlacedFile[] =>
  PLACES.flatMap(([client, { own }]) => (own?.[folder] ?? []).map((file) => ({ client, file })))

/** Where they keep what is for one project, below its folder. */
export const FILES_OF_PROJECT: readonly PlacedFile[] = PLACES.flatMap(([client, { inProject }]) =>
  (inProject ?? []).map((file) => ({ client, file })),
)
