/** By what their names stand for; the first that fits. Browsers name those they descend from too. */
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

/** Browser and system of a `User-Agent` in words, as its person tells it from others; null: none. */
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
