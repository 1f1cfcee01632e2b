import type { LoggedBundle, LoggedQuery } from '../../../../src-main/contract/history'
import { plainText } from '../../../../src-main/domain/value/plain-text'

const SOURCES: Record<NonNullable<LoggedQuery['from']>, string> = {
  file: 'a file',
  question: 'the Playground',
  run: 'a run',
  synthetic: 'made up',
}

/** How a logged query came here, in words. */
export const sourceText = ({ from }: Pick<LoggedQuery, 'from'>): string =>
  from === undefined ? 'unknown' : SOURCES[from]

/** Tools by their names; those that the catalog lost are said to be. */
export const toolNames = (tools: LoggedBundle['tools']): string =>
  tools
    .map(
      ({ name, isInCatalog }) => `${plainText(name)}${isInCatalog ? '' : ' (not in the catalog)'}`,
    )
    .join(', ')
