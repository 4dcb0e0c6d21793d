import { groupBy, hasText, sameForms } from '@dragoman/core'
import { type CheckedFiles, type Finding, type TextInFile, textId } from './check-texts.ts'

/** How the keys of the source language changed since a commit. */
export type Comparison = {
  /** The base as given by the user. */
  readonly ref: string
  readonly commit: string
  readonly keys: readonly KeyChange[]
  /** Number of findings that existed before and are not reported again. */
  readonly known: number
  /** Number of unchanged translations whose source changed, by language. */
  readonly outdated: ReadonlyMap<string, number>
}

export type KeyChange = {
  readonly kind: 'new' | 'changed' | 'removed'
  readonly namespace: string
  readonly key: string
  /** Current position; for removed keys, the former one. */
  readonly path: string
  readonly line: number
  readonly column: number
}

export type CompareRequest = Pick<Comparison, 'ref' | 'commit'> & {
  readonly now: CheckedFiles
  readonly before: CheckedFiles
  readonly sourceLanguage: string
}

/** Determines which findings of a check are new since a commit. */
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
  const removed = removedTranslations(nowTexts, beforeTexts, sourceLanguage)
  const findings = [...newFindings(now.findings, before.findings), ...removed]
  return {
    findings,
    untranslated: new Map(
      [...now.untranslated].map(([language, ids]) => [language, ids.filter((id) => added.has(id))]),
    ),
    comparison: {
      ref,
      commit,
      keys,
      known: now.findings.length + removed.length - findings.length,
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
  return new Map(
    [...groupBy(texts, (text) => text.language)].map(([language, own]) => [
      language,
      new Map(own.map((text) => [textId(text), text])),
    ]),
  )
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

/**
 * Returns findings for translations that were removed although the source language still has their key,
 * usually by a merge or by the program that wrote the file.
 */
function removedTranslations(
  nowTexts: ReadonlyMap<string, Texts>,
  beforeTexts: ReadonlyMap<string, Texts>,
  sourceLanguage: string,
): readonly Finding[] {
  const sources = nowTexts.get(sourceLanguage) ?? NO_TEXTS
  return [...beforeTexts].flatMap(([language, before]) => {
    if (language === sourceLanguage) return []
    const texts = nowTexts.get(language) ?? NO_TEXTS
    return [...before].flatMap(([id, { key, path, forms }]): readonly Finding[] => {
      const [text, source] = [texts.get(id), sources.get(id)]
      if (!hasText(forms) || (text !== undefined && hasText(text.forms))) return []
      // Bilingual files contain the source texts of their own keys.
      if ((sources.size > 0 ? source : text) === undefined) return []
      // Without a remaining entry, the finding refers to the whole file.
      const place = text === undefined ? { path, line: 1, column: 1 } : { path: text.path, ...text.place() }
      return [{ ...place, severity: 'warning', code: 'translation-removed', language, key, params: {} }]
    })
  })
}

/** Returns the findings that did not exist before, regardless of moved lines. */
export function newFindings(now: readonly Finding[], before: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>()
  for (const finding of before) known.set(findingId(finding), (known.get(findingId(finding)) ?? 0) + 1)
  return now.filter((finding) => {
    const id = findingId(finding)
    const left = known.get(id) ?? 0
    if (left > 0) known.set(id, left - 1)
    return left === 0
  })
}

/**
 * Identifies a finding without its line, which can move, and texts also without their path, since files are
 * moved too.
 */
function findingId({ path, key, language, code, params }: Finding): string {
  return JSON.stringify([key === '' ? path : '', key, language, code, params])
}
