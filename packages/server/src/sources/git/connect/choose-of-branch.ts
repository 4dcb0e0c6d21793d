import { Failure } from '@dragoman/contract'
import { i18nextSyntax } from '@dragoman/core'
import { type Detection, formatById, formatFor, matchFile, withLanguages } from '@dragoman/formats'
import { refusedField } from '../../../refused-field.ts'
import { requirePattern } from '../../require-pattern.ts'
import type { RepositoryInspection } from './inspect-repository.ts'

export type BranchChoice = {
  readonly pattern?: string | undefined
  /** One of the formats that can read the files. */
  readonly format?: string | undefined
  readonly sourceLanguage: string
}

export type ChosenFiles = Pick<Detection, 'pattern' | 'format'> & {
  /** An id of core's message syntaxes. */
  readonly syntax: string
  /** Source language first, then in the order of the branch. */
  readonly languages: readonly string[]
}

/**
 * Chooses what to connect on a branch: the first candidate, or the files of a pattern that was found or that
 * a person entered. Throws `no-locale-files`, and `invalid-input` for an invalid pattern or a format that cannot read
 * the files.
 */
export function chooseOfBranch(
  { candidates, paths, leftOut }: RepositoryInspection,
  { pattern, format, sourceLanguage }: BranchChoice,
): ChosenFiles {
  const found =
    pattern === undefined
      ? candidates[0]
      : (candidates.find((one) => one.pattern === pattern) ??
        candidates.find(
          (one) =>
            withLanguages(one.pattern, { source: sourceLanguage }) ===
            withLanguages(pattern, { source: sourceLanguage }),
        ))
  if (found !== undefined) {
    if (format !== undefined && !found.formats.includes(format)) throw refusedField('/format', 'format-unfit')
    return {
      pattern: found.pattern,
      format: format ?? found.format,
      syntax: syntaxOf(found, format ?? found.format),
      languages: languagesOf(found.files, sourceLanguage),
    }
  }
  if (pattern === undefined) {
    const generated = leftOut.find(({ reason }) => reason === 'generated')?.path
    throw new Failure('no-locale-files', generated === undefined ? {} : { generated })
  }
  requirePattern(pattern, candidates)
  const files = paths.flatMap((path) => {
    const match = matchFile(pattern, path)
    return match === null ? [] : [{ path, language: match.language ?? sourceLanguage }]
  })
  const own = new Set(files.map(({ path }) => path))
  const like = candidates.find((one) => one.files.some(({ path }) => own.has(path)))
  const meant = format ?? like?.format ?? formatFor(pattern).format?.id
  if (files.length === 0 || meant === undefined) throw new Failure('no-locale-files', { pattern })
  const syntax = syntaxOf(like, meant)
  return { pattern, format: meant, syntax, languages: languagesOf(files, sourceLanguage) }
}

function syntaxOf(like: Detection | undefined, format: string): string {
  return like?.syntaxes.get(format) ?? formatById(format)?.syntax ?? i18nextSyntax.id
}

function languagesOf(
  files: readonly { readonly language: string }[],
  sourceLanguage: string,
): readonly string[] {
  return [...new Set([sourceLanguage, ...files.map(({ language }) => language)])]
}
