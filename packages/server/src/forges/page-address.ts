import type { ForgeLocation } from './forge.ts'

/** Returns the path of a file for a URL: each name escaped, slashes kept. */
export function pathInAddress(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Returns `#L3` or `#L3-L7`, in the syntax of the forge; empty without lines. */
export function lineAnchor(
  lines: { readonly from: number; readonly to?: number } | undefined,
  between: '-L' | '-',
): string {
  if (lines === undefined) return ''
  const { from, to = from } = lines
  return to > from ? `#L${from}${between}${to}` : `#L${from}`
}

/** Returns the forge's page that shows what a commit changes. */
export function commitPage({ kind, origin, path }: ForgeLocation, commit: string): string {
  return `${origin}/${path}/${kind === 'gitlab' ? '-/' : ''}commit/${commit}`
}
