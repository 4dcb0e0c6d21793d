import { type Forms, leavesOf, type MessageSyntax, type NestingPart } from '@dragoman/core'
import { type Facts, type Finding, type TextInFile, textId } from './check-texts.ts'

/** Syntaxes whose references name keys of the same project. */
const WITH_KEYS: ReadonlySet<string> = new Set(['i18next', 'vue-i18n', 'slang'])

/**
 * Returns a warning for each reference to a key that no file of the project has: `$t(key)`, `@:key`. A translation with
 * the references of its source is not reported again.
 */
export function findUnknownReferences(
  texts: readonly TextInFile[],
  { syntax, sourceLanguage }: Pick<Facts, 'syntax' | 'sourceLanguage'>,
): readonly Finding[] {
  if (!WITH_KEYS.has(syntax.id)) return []
  const ofSource = new Map<string, ReadonlySet<string>>()
  for (const text of texts)
    if (text.language === sourceLanguage) ofSource.set(textId(text), referencesIn(text.forms, syntax))
  let known: ReadonlySet<string> | null = null
  return texts.flatMap((text) => {
    const own = text.language === sourceLanguage ? undefined : ofSource.get(textId(text))
    const all = referencesIn(text.forms, syntax)
    const references = [...all].filter((key) => own?.has(key) !== true)
    // Instead of one of its source: then that is reported, as missing.
    if (references.length === 0 || [...(own ?? [])].some((key) => !all.has(key))) return []
    known ??= namesIn(texts)
    const names = known
    return references
      .filter((key) => !names.has(nameOf(key)))
      .map((key): Finding => {
        const { path, language, key: name } = text
        return {
          path,
          ...text.place(),
          severity: 'warning',
          code: 'reference-unknown',
          language,
          key: name,
          params: { key },
        }
      })
  })
}

function referencesIn(forms: Forms, syntax: MessageSyntax): ReadonlySet<string> {
  const found = new Set<string>()
  for (const form of Object.values(forms)) {
    if (!/\$t\(|@/.test(form)) continue
    for (const part of leavesOf(syntax.parse(form).parts))
      if (part.kind === 'nesting' && !isDynamic(part)) found.add(part.key)
  }
  return found
}

/** `$t({{name}})`, `@:{name}`: only the program decides on the key. */
function isDynamic({ key, text }: NestingPart): boolean {
  return key.trim() === '' || /[{}$]/.test(key) || /:\{(?!')/.test(text)
}

/** Returns the name of a key without its namespace; items of lists have their index as a part. */
function nameOf(key: string): string {
  return key
    .trim()
    .replace(/^[\w./-]+:/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
}

/** Returns all names, their parents, and what precedes a suffix: `friend` of `friend_male` and `friend_one`. */
function namesIn(texts: readonly TextInFile[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { key } of texts) {
    names.add(key)
    for (let at = key.search(/[._(]/); at > 0; at = nextCut(key, at)) names.add(key.slice(0, at))
  }
  return names
}

function nextCut(key: string, at: number): number {
  const next = key.slice(at + 1).search(/[._(]/)
  return next < 0 ? -1 : at + 1 + next
}
