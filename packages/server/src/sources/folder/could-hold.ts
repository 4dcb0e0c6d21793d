import { matchFile } from '@dragoman/formats'

/**
 * Whether a file of the pattern could be at this path, or below it if it is a folder's. Paths are relative,
 * with `/`.
 */
export function couldHold(pattern: string, path: string): boolean {
  if (matchFile(pattern, path) !== null) return true
  const known = path.split('/')
  for (const alternative of pattern.split('|')) {
    const steps = alternative.split('/')
    // A namespace may span folders, and the language may stand twice: whatever way of going on from here fits
    // will do.
    for (let next = 1; next < steps.length; next++) {
      for (const language of ['en', ...known]) {
        const rest = steps.slice(next).map((step) => filled(step, language))
        if (matchFile(pattern, [...known, ...rest].join('/')) !== null) return true
      }
    }
  }
  return false
}

/** A step of a pattern with something at its holes: an optional language is left out. */
function filled(step: string, language: string): string {
  return step
    .replaceAll(/\{ns(?:=([^{},]+)[^{}]*)?\}/g, (_, name: string | undefined) => name ?? 'x')
    .replaceAll(/\{(?:lng|language)(?:[=;][^{}]*)?\}/g, language)
    .replaceAll(/\{[^{}]*\}/g, '')
}
