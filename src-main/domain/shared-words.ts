const grouped = new Intl.NumberFormat('en-US')

/** What measurements that begin alike did not run again; nothing where that is none. */
export const sharedText = (shared = 0): string[] =>
  shared === 0
    ? []
    : [
        `${grouped.format(shared)} stage ${shared === 1 ? 'run' : 'runs'} shared between measurements`,
      ]
