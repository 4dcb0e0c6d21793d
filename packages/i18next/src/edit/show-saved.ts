import { connectorOf } from '../followable-i18n.ts'
import { TEXTS_CHANGED } from '../reloader.ts'
import { type EditedString, type Forms, plainTag } from './dragoman-api.ts'
import type { MarkableI18n } from './mark-texts.ts'
import { endingsOf } from './plural-categories.ts'

type Path = EditedString['key']['path']
type Branch = Record<string | number, unknown>

/** Shows a saved text in the app immediately, regardless of when its channel serves it. */
export function showSaved(
  i18n: MarkableI18n,
  { key, alias }: EditedString,
  language: string,
  forms: Forms,
): void {
  const paths = alias == null ? [key.path] : [key.path, alias.path]
  const changed: { language: string; namespace: string }[] = []
  for (const loaded of loadedSpellings(i18n, language)) {
    const bundle = i18n.getResourceBundle(loaded, key.namespace)
    // A copy, so that a component that renders meanwhile reads either all old or all new texts.
    const texts = JSON.parse(JSON.stringify(bundle ?? {})) as Branch
    for (const path of paths)
      for (const [form, ending] of endingsOf(key.plural, i18n.options))
        put(texts, withEnding(path, ending), forms[form])
    // `addResourceBundle` does not remove keys.
    for (const name of Object.keys(bundle ?? {})) if (!(name in texts)) delete (bundle as Branch)[name]
    i18n.addResourceBundle(loaded, key.namespace, texts)
    changed.push({ language: loaded, namespace: key.namespace })
  }
  if (changed.length > 0) i18n.emit(TEXTS_CHANGED, changed)
}

/** Returns the app's own names for a language of the project, such as `de_DE` for `de-DE`. */
function loadedSpellings(i18n: MarkableI18n, language: string): string[] {
  const names = new Set([
    ...Object.keys(i18n.store?.data ?? {}),
    ...Object.keys(connectorOf(i18n)?.state ?? {}).map((name) => name.replace(/\|.*/, '')),
  ])
  return [...names].filter((name) => plainTag(name) === plainTag(language))
}

function withEnding(path: Path, ending: string): Path {
  return ending === '' ? path : [...path.slice(0, -1), `${path.at(-1)}${ending}`]
}

/** Undefined: removes the text. */
function put(texts: Branch, path: readonly (string | number)[], text: string | undefined): void {
  let at: Branch = texts
  for (const [index, step] of path.slice(0, -1).entries()) {
    const below = at[step]
    if (typeof below === 'object' && below !== null) at = below as Branch
    else if (text === undefined) return
    else {
      const made: Branch = (typeof path[index + 1] === 'number' ? [] : {}) as Branch
      at[step] = made
      at = made
    }
  }
  const last = path.at(-1)
  if (last === undefined) return
  if (!text) delete at[last]
  else at[last] = text
}
