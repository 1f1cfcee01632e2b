/** Something that costs and gives. */
export interface Offer {
  cost: number
  gain: number
}

/** The offers that none gives more than for as little: the cheapest first, each giving more than those before it. */
export function paretoFront<Kind extends Offer>(offers: readonly Kind[]): Kind[] {
  const rising = offers.toSorted((a, b) => a.cost - b.cost || b.gain - a.gain)
  const front: Kind[] = []
  for (const offer of rising) if (offer.gain > (front.at(-1)?.gain ?? -Infinity)) front.push(offer)
  return front
}
