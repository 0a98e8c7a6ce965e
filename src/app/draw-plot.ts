/** Draws a stored SVG file as PNG with a width in px; null if the browser cannot load or draw it. */
export async function drawPlot(uri: string, width: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const image = new Image();
  image.src = uri;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((width * image.naturalHeight) / Math.max(1, image.naturalWidth)));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return blob && new Uint8Array(await blob.arrayBuffer());
}
