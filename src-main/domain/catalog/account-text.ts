import { counted } from '../value/quantity'
import type { ImportAccount } from './import-account'

/** Fields that the line of an account names. */
const FIELDS_NAMED = 5

/** An account in one line: `5 of 6 files · 22 of 23 tools · fields not understood: owner, tier`. */
export function accountText({ files, tools, fields }: ImportAccount): string {
  const named = fields.slice(0, FIELDS_NAMED).join(', ')
  const more = fields.length > FIELDS_NAMED ? ` and ${fields.length - FIELDS_NAMED} more` : ''
  return [
    ...(files.all > 0 ? [`${files.read} of ${counted(files.all, 'file')}`] : []),
    `${tools.read} of ${counted(tools.all, 'tool')}`,
    ...(fields.length > 0 ? [`fields not understood: ${named}${more}`] : []),
  ].join(' · ')
}
