/**
 * What a packaged program was started with where that is a command of the terminal: `Pegboard mcp
 * --workspace …`. Nothing where it is to open its window; files and links, which systems give it
 * too, are no commands.
 * @param argv as of the process, the program first
 */
export function terminalArguments(
  argv: readonly string[],
  isPackaged: boolean,
): string[] | undefined {
  const [first, ...others] = argv.slice(1)
  if (!isPackaged || first === undefined) return undefined
  return /^([a-z]+(-[a-z]+)*|--version|--help)$/.test(first) ? [first, ...others] : undefined
}
