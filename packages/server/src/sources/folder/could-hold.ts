import { matchFile } from '@dragoman/formats'

/** Whether a relative path (with `/`) could be a file of the pattern, or a folder with one below it. */
export function couldHold(pattern: string, path: string): boolean {
  if (matchFile(pattern, path) !== null) return true
  const known = path.split('/')
  for (const alternative of pattern.split('|')) {
    const steps = alternative.split('/')
    // A namespace can span folders, and the language can occur twice: any continuation that matches is
    // enough.
    for (let next = 1; next < steps.length; next++) {
      for (const language of ['en', ...known]) {
        const rest = steps.slice(next).map((step) => filled(step, language))
        if (matchFile(pattern, [...known, ...rest].join('/')) !== null) return true
      }
    }
  }
  return false
}

/** Fills the holes in a step of a pattern; an optional language is left out. */
function filled(step: string, language: string): string {
  return step
    .replaceAll(/\{ns(?:=([^{},]+)[^{}]*)?\}/g, (_, name: string | undefined) => name ?? 'x')
    .replaceAll(/\{ext=(\w+)[\w,]*\}/g, '$1')
    .replaceAll(/\{(?:lng|language)(?:[=;][^{}]*)?\}/g, language)
    .replaceAll(/\{[^{}]*\}/g, '')
}
