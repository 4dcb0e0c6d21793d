import { hasText, sameForms } from '@dragoman/core'
import { type CheckedFiles, type Finding, type TextInFile, textId } from './check-texts.ts'

/** What became of the keys of the source language since a commit. */
export type Comparison = {
  /** As it was named. */
  readonly ref: string
  readonly commit: string
  readonly keys: readonly KeyChange[]
  /** Findings that were there before, and are not told again. */
  readonly known: number
  /** Translations that stayed as they were although their source changed, by language. */
  readonly outdated: ReadonlyMap<string, number>
}

export type KeyChange = {
  readonly kind: 'new' | 'changed' | 'removed'
  readonly namespace: string
  readonly key: string
  /** Where it stands now; of a key that was removed, where it stood. */
  readonly path: string
  readonly line: number
  readonly column: number
}

export type CompareRequest = Pick<Comparison, 'ref' | 'commit'> & {
  readonly now: CheckedFiles
  readonly before: CheckedFiles
  readonly sourceLanguage: string
}

/** Finds out what of a check is new since a commit. */
export function compareWithBase({ now, before, sourceLanguage, ref, commit }: CompareRequest): {
  readonly findings: readonly Finding[]
  readonly untranslated: ReadonlyMap<string, readonly string[]>
  readonly comparison: Comparison
} {
  const nowTexts = byLanguage(now.texts)
  const beforeTexts = byLanguage(before.texts)
  const sources = nowTexts.get(sourceLanguage) ?? NO_TEXTS
  const sourcesBefore = beforeTexts.get(sourceLanguage) ?? NO_TEXTS
  const keys: KeyChange[] = []
  for (const [id, text] of sources) {
    const was = sourcesBefore.get(id)
    if (was === undefined) keys.push(keyChange('new', text))
    else if (!sameForms(was.forms, text.forms)) keys.push(keyChange('changed', text))
  }
  for (const [id, text] of sourcesBefore) if (!sources.has(id)) keys.push(keyChange('removed', text))
  const idsOf = (kind: KeyChange['kind']) => new Set(keys.filter((one) => one.kind === kind).map(textId))
  const [added, changed] = [idsOf('new'), idsOf('changed')]
  const findings = newFindings(now.findings, before.findings)
  return {
    findings,
    untranslated: new Map(
      [...now.untranslated].map(([language, ids]) => [language, ids.filter((id) => added.has(id))]),
    ),
    comparison: {
      ref,
      commit,
      keys,
      known: now.findings.length - findings.length,
      outdated: new Map(
        [...nowTexts]
          .filter(([language]) => language !== sourceLanguage)
          .map(([language, texts]) => [language, countUnchanged(changed, texts, beforeTexts.get(language))]),
      ),
    },
  }
}

type Texts = ReadonlyMap<string, TextInFile>

const NO_TEXTS: Texts = new Map()

function byLanguage(texts: readonly TextInFile[]): ReadonlyMap<string, Texts> {
  const languages = new Map<string, Map<string, TextInFile>>()
  for (const text of texts) {
    const known = languages.get(text.language)
    if (known === undefined) languages.set(text.language, new Map([[textId(text), text]]))
    else known.set(textId(text), text)
  }
  return languages
}

function keyChange(kind: KeyChange['kind'], { namespace, key, path, place }: TextInFile): KeyChange {
  return { kind, namespace, key, path, ...place() }
}

function countUnchanged(ids: ReadonlySet<string>, texts: Texts, before: Texts = NO_TEXTS): number {
  let count = 0
  for (const id of ids) {
    const [text, was] = [texts.get(id), before.get(id)]
    if (text !== undefined && was !== undefined && hasText(text.forms) && sameForms(text.forms, was.forms))
      count += 1
  }
  return count
}

/** Those that were not there before, wherever in its file a text stands by now. */
function newFindings(now: readonly Finding[], before: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>()
  for (const finding of before) known.set(findingId(finding), (known.get(findingId(finding)) ?? 0) + 1)
  return now.filter((finding) => {
    const id = findingId(finding)
    const left = known.get(id) ?? 0
    if (left > 0) known.set(id, left - 1)
    return left === 0
  })
}

/** Without its line, which moves; of a text without its path, since files are moved too. */
function findingId({ path, key, language, code, params }: Finding): string {
  return JSON.stringify([key === '' ? path : '', key, language, code, params])
}
