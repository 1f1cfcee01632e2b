/** `column IN ('a', 'b')`, or a condition that nothing meets. */
export const isOneOf = (column: string, values: Iterable<string>): string => {
  const list = [...values].map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
  return list ? `${column} IN (${list})` : 'false'
}
