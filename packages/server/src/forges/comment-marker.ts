/**
 * Returns the first line of a comment or description, by which it is found again; browsers do not show it.
 */
export function markerLine(marker: string): string {
  return `<!-- dragoman:${marker.replace(/[^\w./-]/g, '_').replaceAll('--', '_')} -->`
}

export function withMarker(marker: string, body: string): string {
  return `${markerLine(marker)}\n${body}`
}

/**
 * Whether a comment starts with the marker: quotes of it contain the marker too, but not at the beginning.
 */
export function hasMarker(marker: string, body: string): boolean {
  return body.startsWith(markerLine(marker))
}
