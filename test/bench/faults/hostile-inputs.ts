import { HOSTILE_CATALOGS } from './hostile-catalogs'
import { HOSTILE_DOCUMENTS } from './hostile-documents'
import { HOSTILE_FILES } from './hostile-files'
import { json } from './hostile-parts'
import { HOSTILE_REQUESTS } from './hostile-requests'
import { HOSTILE_SCHEMAS } from './hostile-schemas'
import { HOSTILE_TEXTS } from './hostile-texts'
import type { AskedOfTrial, TrialFile } from './trial'

/** One kind of hostile text, file or request. */
export interface HostileInput {
  kind: string
  /** About `size` characters in all. */
  files(size: number): TrialFile[]
  /** What is asked once the files are imported. */
  requests?(size: number): AskedOfTrial[]
}

const described = (text: string): TrialFile[] =>
  json(JSON.stringify([{ name: 'hostile', description: text, inputSchema: {} }]))

export const HOSTILE_INPUTS: HostileInput[] = [
  ...Object.entries(HOSTILE_TEXTS).map(([kind, text]) => ({
    kind,
    files: (size: number) => described(text(size)),
  })),
  ...Object.entries({
    ...HOSTILE_FILES,
    ...HOSTILE_SCHEMAS,
    ...HOSTILE_CATALOGS,
    ...HOSTILE_DOCUMENTS,
  }).map(([kind, files]) => ({ kind, files })),
  ...Object.entries(HOSTILE_REQUESTS).map(([kind, made]) => ({ kind, ...made })),
]
