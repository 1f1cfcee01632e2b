/** Whether a query's text holds what is sought, in any case, or its id is just that. */
export function containing(search: string): (query: { text: string; id: string }) => boolean {
  const sought = search.trim().toLowerCase()
  return ({ text, id }) => sought === '' || text.toLowerCase().includes(sought) || id === search
}
