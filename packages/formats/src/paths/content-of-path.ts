import { tagFromPath } from '@dragoman/core'
import { DEFAULT_NAMESPACE } from './path-pattern.ts'

export type PathContent = { readonly language: string | null; readonly namespace: string }

/**
 * Returns the language and namespace that a path contains: `locales/de/shop.json`, `de.json`, `shop.de.json`,
 * `messages_de.properties`, `values-pt-rBR/strings.xml`, `de.lproj/Localizable.strings`.
 */
export function contentOfPath(path: string): PathContent {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const stem = (parts.pop() ?? '').replace(/(?:\.i18n)?\.[^.]*$/, '')
  // `app_de.arb` is Flutter's naming; `app` is also a language of Vanuatu.
  const alone = /^app[_-]/i.test(stem) ? null : tagFromPath(stem)
  if (alone !== null) return { language: alone, namespace: DEFAULT_NAMESPACE }
  const dot = stem.lastIndexOf('.')
  const ending = dot > 0 ? tagFromPath(stem.slice(dot + 1)) : null
  if (ending !== null) return { language: ending, namespace: stem.slice(0, dot) }
  const folders = parts.map(languageOfFolder)
  const at = folders.findLastIndex((language) => language !== null)
  const language = folders[at]
  if (language !== undefined && language !== null)
    return { language, namespace: [...parts.slice(at + 1), stem].join('/') }
  const tail = /^(.+?)[_-]([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*)$/.exec(stem)
  const suffix = tail?.[2] === undefined ? null : tagFromPath(tail[2])
  return suffix === null
    ? { language: null, namespace: stem }
    : { language: suffix, namespace: tail?.[1] ?? stem }
}

function languageOfFolder(folder: string): string | null {
  const inner = /^values-(.+)$/.exec(folder)?.[1] ?? /^(.+)\.lproj$/.exec(folder)?.[1] ?? folder
  return tagFromPath(inner)
}
