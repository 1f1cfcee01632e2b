// Twice the size on screen, so that the picture stays sharp in a document.
const pixelRatio = 2

/** An SVG picture as PNG on the given background. Rejects where the browser cannot draw it. */
export async function svgToPng(svg: string, background: string): Promise<Blob> {
  const image = new Image()
  // A data address, as the window's content policy lets no other picture in.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * pixelRatio
  canvas.height = image.naturalHeight * pixelRatio
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This window cannot draw pictures.')
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('The picture could not be written.')),
    ),
  )
}
