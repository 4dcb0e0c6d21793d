import { readFileSync } from 'node:fs'

/** A line of an example: the variables set before it, and the words after `dragoman`. */
export type Example = {
  readonly line: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** Returns the code blocks of a page that contain commands, with their commands. */
export function examplesOfPage(page: string): readonly (readonly Example[])[] {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
    .map(([, block = '']) => block.split('\n').flatMap((line) => readExample(line) ?? []))
    .filter((block) => block.length > 0)
}

/** Returns null if the line is for another program. */
export function readExample(line: string): Example | null {
  const words = wordsOf(line.replace(/^source <\((.*)\)/, '$1').replace(/\s\| source\b.*/, ''))
  const at = words.indexOf('dragoman')
  const before = words.slice(0, Math.max(at, 0)).map((word) => /^(\w+)=(.*)$/.exec(word))
  if (at < 0 || before.some((found) => found === null)) return null
  const env = Object.fromEntries(before.map((found) => [found?.[1] ?? '', found?.[2] ?? '']))
  return { line, env, args: words.slice(at + 1) }
}

/** Splits words like a shell: with quotes, up to a comment. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = []
  for (const [, single, double, plain, comment] of line.matchAll(
    /'([^']*)'|"([^"]*)"|((?!#)[^\s'"]+)|(#.*)/g,
  )) {
    if (comment !== undefined) break
    words.push(single ?? double ?? plain ?? '')
  }
  return words
}
