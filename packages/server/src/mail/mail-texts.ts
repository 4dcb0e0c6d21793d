import ar from './texts/ar.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import pl from './texts/pl.json' with { type: 'json' }

/** The texts of emails, by kind; English has them all. */
export type MailTexts = typeof en
export type MailKind = Exclude<keyof MailTexts, 'frame' | 'items' | 'rights'>

export const MAIL_LANGUAGES: ReadonlyMap<string, MailTexts> = new Map([
  ['en', en],
  ['de', de],
  ['pl', pl],
  ['ar', ar],
])

/** Returns the language of emails for someone with an interface language; null means unknown. */
export function mailLanguage(wanted: string | null): string {
  if (wanted === null) return 'en'
  if (MAIL_LANGUAGES.has(wanted)) return wanted
  const [base = ''] = wanted.split('-', 1)
  return MAIL_LANGUAGES.has(base) ? base : 'en'
}

export function mailTexts(language: string): MailTexts {
  return MAIL_LANGUAGES.get(mailLanguage(language)) ?? en
}

/** Returns the sentence with its parameters filled in. Unknown parameters stay as they are. */
export function fillIn(sentence: string, params: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? (params[name] ?? whole) : whole,
  )
}
