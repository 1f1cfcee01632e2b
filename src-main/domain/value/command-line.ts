/** A command as one would type it. */
export const commandLine = ({
  program = '',
  args = [],
}: {
  program?: string | undefined
  args?: readonly string[] | undefined
}): string => [program, ...args].map(quoted).join(' ')

const quoted = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
