import { nounAsked, shownIn } from '../fakes/enhancing'
import { airlineTool } from './airline'

/** Descriptions that use none of the words of those who need the tools, and those words. */
const TOOLS = {
  ledger_post: ['Records an entry of the general ledger for a cost centre.', 'petrol receipt'],
  absence_file: ['Files a period of absence for a member of staff.', 'holiday leave'],
  asset_assign: ['Assigns an asset of the inventory to a holder.', 'laptop handover'],
  facility_report: ['Reports a defect of a facility to its maintainer.', 'broken lamp'],
  visitor_admit: ['Admits an external person to the premises for a day.', 'guest badge'],
  catering_order: ['Orders provisions for an assembly in a given place.', 'sandwiches lunch'],
} as const
type Name = keyof typeof TOOLS
export const OFFICE_NAMES = Object.keys(TOOLS) as Name[]
const OCCASIONS = [
  'today',
  'on Monday',
  'for Anna',
  'in Oslo',
  'at noon',
  'before June',
  'as ever',
  'by train',
  'with Bob',
  'in haste',
]

/** Tools that most of their queries miss. */
export const OFFICE = OFFICE_NAMES.map((name) => airlineTool(name, TOOLS[name][0]))

/** So many queries for each tool, in everyday words; every fifth is one that is found as it is. */
export const officeQueries = (each: number) =>
  OFFICE_NAMES.flatMap((name) =>
    Array.from({ length: each }, (_, at) => ({
      id: `${name}-${at}`,
      text:
        at % 5 === 0
          ? `${TOOLS[name][0].toLowerCase().replace('.', '')} number ${at}`
          : `${TOOLS[name][1]} ${OCCASIONS[at % OCCASIONS.length]} number ${at}`,
      tools: [name],
      origin: 'human',
    })),
  )

const nameShown = (question: string): Name | undefined => {
  const [[ability] = []] = shownIn(question)
  return OFFICE_NAMES.find((name) => TOOLS[name][0] === ability)
}

const NO_NAMES = { names: ['none', 'none', 'none'] }

/** Questions in the words of those who need the tool that is shown, and no everyday names. */
export function questionsAsAsked(question: string): object {
  if (nounAsked(question) !== undefined) return NO_NAMES
  const name = nameShown(question)
  const words = name ? TOOLS[name][1] : 'nothing'
  return {
    messages: [`I have a ${words} to settle this week`, `My ${words} has to be done soon`],
  }
}

/** Questions that say of the tool what another one is asked for. */
export function questionsOfAnother(question: string): object {
  if (nounAsked(question) !== undefined) return NO_NAMES
  const at = OFFICE_NAMES.indexOf(nameShown(question) as Name)
  const other = OFFICE_NAMES[(at + 1) % OFFICE_NAMES.length] as Name
  return {
    messages: [`Please see to the ${TOOLS[other][1]} of ${OFFICE_NAMES[at]?.replace('_', ' of ')}`],
  }
}
