/** Where on the page it stands what each part of a recipe gives. */
export const PARTS_PLACE = 'what-each-part-gives'

export const showParts = (): void =>
  document.getElementById(PARTS_PLACE)?.scrollIntoView({ block: 'start' })
