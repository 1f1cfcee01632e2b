import type { WindowFeature } from './places'

/** What a feature adds by a name of its own, which stands in addresses, sources and pages. */
const claimsOf = ({
  sections = [],
  tabs = {},
  toolSections = [],
  answerTabs = [],
  addresses = [],
  toDoSearch,
}: WindowFeature) => [
  ...sections.map(({ id }) => `the section “${id}”`),
  ...Object.entries(tabs).flatMap(([section, added]) =>
    added.map(({ id }) => `the tab “${id}” of ${section}`),
  ),
  ...toolSections.map(({ id }) => `the part “${id}” of a tool’s page`),
  ...answerTabs.map(({ id }) => `the tab “${id}” of an answer`),
  ...addresses.map(({ id }) => `“${id}” at an address`),
  ...(toDoSearch ? [`the search “${toDoSearch.title}” for more to do`] : []),
]

/** What stands there without any feature. */
const OF_THE_CORE = [
  'the tab “tools” of catalog',
  'the tab “golden” of queries',
  'the tab “todo” of improve',
  '“” at an address',
]

/**
 * Every feature, in the order of their names.
 * @throws Error where two add the same, or what is there already: one would never be shown.
 */
export function withoutClashes(features: Readonly<Record<string, WindowFeature>>): WindowFeature[] {
  const addedBy = new Map(OF_THE_CORE.map((claim) => [claim, 'the core']))
  for (const [name, feature] of Object.entries(features)) {
    for (const claim of claimsOf(feature)) {
      const other = addedBy.get(claim)
      if (other !== undefined) throw new Error(`Two add ${claim}: ${other} and ${name}.`)
      addedBy.set(claim, name)
    }
  }
  return Object.values(features)
}
