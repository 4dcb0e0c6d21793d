import type { Detection, Doubt, SkippedFile, SkipReason } from '@dragoman/formats'
import { oneLine } from './one-line.ts'
import { textOf } from './texts.ts'

/** Returns a line for each thing that detection was not certain of, with both choices and how to choose. */
export function doubtLines(
  projects: readonly Pick<Detection, 'pattern' | 'format' | 'sourceLanguage' | 'doubts'>[],
): readonly string[] {
  return projects.flatMap((project) =>
    project.doubts.map((doubt) => {
      const [first, second] = doubt.choices
      return oneLine(
        `${project.pattern}: the ${WORDS[doubt.kind]} is ${first} or ${second}; ${first} is used. To choose, write a dragoman.json: ${projectFileOf(project, doubt)}`,
      )
    }),
  )
}

const WORDS: Readonly<Record<Doubt['kind'], string>> = {
  format: 'format',
  'source-language': 'source language',
  pattern: 'pattern',
}

/** Returns a `dragoman.json` with the second choice. */
function projectFileOf(
  { pattern, format, sourceLanguage }: Pick<Detection, 'pattern' | 'format' | 'sourceLanguage'>,
  { kind, choices: [, second] }: Doubt,
): string {
  const item = {
    pattern: kind === 'pattern' ? second : pattern,
    format: kind === 'format' ? second : format,
  }
  return JSON.stringify({
    sourceLanguage: kind === 'source-language' ? second : sourceLanguage,
    files: [item],
  })
}

/** Skipped files that are listed without `--skipped`. */
export const SKIPPED_SHOWN = 5

/**
 * Returns the files next to those of some projects that none of them reads, sorted by path. A file can be next to
 * several projects.
 */
export function skippedOf(projects: readonly Pick<Detection, 'files' | 'skipped'>[]): readonly SkippedFile[] {
  const read = new Set(projects.flatMap(({ files }) => files.map(({ path }) => path)))
  const skipped = new Map(projects.flatMap((one) => one.skipped.map((file) => [file.path, file] as const)))
  return [...skipped.values()]
    .filter(({ path }) => !read.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Returns the files next to locale files that are not read, with the reason: `most` of them, the most surprising first;
 * files of other tools only if all are listed.
 */
export function skippedLines(skipped: readonly SkippedFile[], most: number): readonly string[] {
  if (skipped.length === 0) return []
  const ranked = skipped
    .filter(({ reason }) => reason !== 'other-tool-file' || most >= skipped.length)
    .toSorted((a, b) => RANKS.indexOf(a.reason) - RANKS.indexOf(b.reason))
  const shown = ranked.slice(0, most)
  const more = skipped.length - shown.length
  return [
    `${skipped.length} ${skipped.length === 1 ? 'file is' : 'files are'} not read:`,
    ...shown.map(({ path, reason }) => oneLine(`  ${path}: ${textOf([`issues:${reason}`]) ?? reason}`)),
    ...(more > 0 ? [`  … ${more} more. --skipped lists all of them.`] : []),
  ]
}

const RANKS: readonly SkipReason[] = [
  'same-language-twice',
  'other-content',
  'unusable-namespace',
  'other-place',
  'generated',
  'no-language',
  'other-tool-file',
]
