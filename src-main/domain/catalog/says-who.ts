/** Whether headers tell a server who asks, so that nobody’s sign-in does. */
export const saysWho = ({ headers }: { headers: Readonly<Record<string, string>> }): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
