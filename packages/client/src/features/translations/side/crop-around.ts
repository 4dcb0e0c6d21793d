type Region = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const ASPECT = 16 / 9
/** A narrower part would not show where in the picture it is. */
const WIDTH_MIN = 360
/** Margin around a region, as a share of its width. */
const MARGIN = 0.25

/**
 * Returns the part of a picture that shows a region with its surroundings, in the ratio 16:9 if the picture
 * is large enough.
 */
export function cropAround(
  region: Region,
  picture: { readonly width: number; readonly height: number },
): Region {
  const wide = Math.max(WIDTH_MIN, region.width * (1 + 2 * MARGIN), region.height * (1 + 2 * MARGIN) * ASPECT)
  const width = Math.min(wide, picture.width)
  const height = Math.min(wide / ASPECT, picture.height)
  return {
    x: within(region.x + region.width / 2 - width / 2, picture.width - width),
    y: within(region.y + region.height / 2 - height / 2, picture.height - height),
    width,
    height,
  }
}

function within(start: number, last: number): number {
  return Math.max(0, Math.min(start, last))
}
