/** Browsers by their identifiers; the first match counts. Browsers also name those they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns browser and system of a `User-Agent` in words that its person recognizes; null if unknown. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const browser = nameIn(BROWSERS, userAgent) ?? /^[\w.-]{1,30}/.exec(userAgent)?.[0] ?? null
  const system = nameIn(SYSTEMS, userAgent)
  const words = [browser === 'Mozilla' ? null : browser, system].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(', ')
}

function nameIn(names: readonly (readonly [RegExp, string])[], text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
