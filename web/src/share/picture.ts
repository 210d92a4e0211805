// The drawing as PNG: the SVG of the core, painted on a canvas twice as large. It needs a DOM.

const kScale = 2;
/** Browsers paint no canvas with a longer side, or more pixels. */
const kMostSide = 16_000;
const kMostPixels = 120_000_000;

/** Width and height as the SVG says. */
export function sizeOf(svg: string): { width: number; height: number } {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  const number = (name: string) => Number(new RegExp(`\\b${name}="([\\d.]+)`).exec(root)?.[1] ?? 0);
  return { width: number('width') || 800, height: number('height') || 600 };
}

export function scaleFor(width: number, height: number): number {
  return Math.min(kScale, kMostSide / Math.max(width, height), Math.sqrt(kMostPixels / (width * height)));
}

export async function pngOf(svg: string, background: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { width, height } = sizeOf(svg);
    const scale = scaleFor(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser gives no canvas');
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error('the picture is too large for this browser');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
