/** What `values` has under a name that others chose; nothing that every object inherits. */
export const named = <Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (values && Object.hasOwn(values, name) ? values[name] : undefined)
