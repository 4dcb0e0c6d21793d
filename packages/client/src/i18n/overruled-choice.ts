import { interfaceLanguage } from './interface-language.ts'

/** What determines the language of the next load, before the choice in local storage. */
export type Overruling = { readonly place: 'query' | 'cookie'; readonly language: string }

/**
 * Returns the place that will overrule the chosen language on the next load, or null. Detection checks the
 * query string and a cookie first (docs/specification.md §9); cookies are shared between ports, so the cookie
 * can be another app's.
 */
export function overridingSource(
  chosen: string,
  { search, cookie }: { readonly search: string; readonly cookie: string },
): Overruling | null {
  const { lookupQuerystring, lookupCookie } = interfaceLanguage.detection
  const found = [
    { place: 'query' as const, value: new URLSearchParams(search).get(lookupQuerystring) },
    { place: 'cookie' as const, value: cookieValue(cookie, lookupCookie) },
  ]
  for (const { place, value } of found) {
    const language =
      value === null ? undefined : interfaceLanguage.supportedLngs.find((tag) => tag === value.split('-')[0])
    if (language !== undefined) return language === chosen ? null : { place, language }
  }
  return null
}

/**
 * Removes the cookie that determines the language, on every path and domain that a script can reach; returns
 * false if it is still there.
 */
export function removeLanguageCookie(): boolean {
  const name = interfaceLanguage.detection.lookupCookie
  const steps = window.location.pathname.split('/').filter((step) => step !== '')
  const paths = [
    '/',
    ...steps.flatMap((_, index) => [
      `/${steps.slice(0, index + 1).join('/')}`,
      `/${steps.slice(0, index + 1).join('/')}/`,
    ]),
  ]
  const labels = window.location.hostname.split('.')
  const domains = ['', ...labels.slice(0, -1).map((_, index) => `; domain=${labels.slice(index).join('.')}`)]
  for (const path of paths) {
    for (const domain of domains) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available on plain HTTP and in Firefox
      document.cookie = `${name}=; max-age=0; path=${path}${domain}`
    }
  }
  return cookieValue(document.cookie, name) === null
}

/** Returns the URL without the parameter that determines the language. */
export function withoutLanguageQuery(href: string): string {
  const url = new URL(href)
  url.searchParams.delete(interfaceLanguage.detection.lookupQuerystring)
  return url.href
}

function cookieValue(cookies: string, name: string): string | null {
  for (const part of cookies.split(/;\s*/)) {
    const cut = part.indexOf('=')
    if (part.slice(0, cut) === name) return decoded(part.slice(cut + 1))
  }
  return null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // another program wrote the cookie
  }
}
