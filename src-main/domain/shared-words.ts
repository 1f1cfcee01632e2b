const grouped = new Intl.NumberFormat('en-US')

/** `1,234 stage runs`; nothing where that is none. */
export const stageRunsText = (shared = 0): string =>
  shared === 0 ? '' : `${grouped.format(shared)} stage ${shared === 1 ? 'run' : 'runs'}`

/** What measurements that begin alike did not run again; nothing where that is none. */
export const sharedText = (shared = 0): string[] =>
  shared === 0 ? [] : [`${stageRunsText(shared)} shared between measurements`]
